import type { DriverNote } from '../../driver.js';
import type { ServerPolicy } from '../../model.js';

/** True things that change no verdict: the grade of the evidence, and what decides on unnamed tools. */
export function notes(server: ServerPolicy): readonly DriverNote[] {
  return [
    { code: 'MCP322', server: server.name, text: 'unnamed tools follow agent.tool_permissions.default, which is "confirm" unless a settings file says otherwise' },
    { code: 'MCP322', server: server.name, text: 'this policy is exact by Zed\'s source and was never seen on the running editor; an "always" answer given there can change the same entries' },
  ];
}
