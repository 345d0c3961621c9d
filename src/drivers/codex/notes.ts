import type { DriverNote } from '../../driver.js';
import type { ServerPolicy } from '../../model.js';
import { portableServerName } from './names.js';

/** True things that change no verdict. */
export function notes(server: ServerPolicy): readonly DriverNote[] {
  const list: DriverNote[] = [];
  if (server.requiresApproval === undefined) list.push({ code: 'MCP320', server: server.name, text: 'requiresApproval is not declared, so Codex decides on unnamed tools by what the server says of itself (annotations)' });
  if (!portableServerName.test(server.name)) list.push({ code: 'MCP321', server: server.name, text: 'Codex before 0.152.0 leaves servers out whose names hold anything but letters, digits, _ and -' });
  return list;
}
