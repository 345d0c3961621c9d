import type { DriverNote } from '../../driver.js';
import type { ServerPolicy } from '../../model.js';

/** True things that change no verdict: the grade of the evidence, and what decides on unnamed tools. */
export function notes(server: ServerPolicy): readonly DriverNote[] {
  return [
    { code: 'MCP322', server: server.name, text: 'unnamed tools are asked for, unless another entry of allowedTools covers them or --trust-all-tools is given' },
    { code: 'MCP322', server: server.name, text: 'this policy is exact by the source of Amazon Q Developer CLI and was never seen on a running client; Kiro CLI is its closed successor' },
  ];
}
