import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Scratch } from '../harness/scratch.js';

/** A call of a tool of an MCP server, by its raw name. */
export interface McpStep {
  readonly server: string;
  readonly tool: string;
}

/** A call of a tool of Codex itself, which must be asked for whatever the MCP policy says. */
export interface NativeStep {
  readonly native: string;
  /** Arguments by name of the tool that can do it; the first one that is offered is called. */
  readonly args: (scratch: Scratch) => Readonly<Record<string, unknown>>;
  /** Whether it really was done. */
  readonly happened: (scratch: Scratch, output: string) => boolean;
}

/** One call of a scenario. */
export type Step = McpStep | NativeStep;

/** Identity of a step in results and in evidence. */
export function stepName(step: Step): string {
  return 'native' in step ? step.native : `${step.server} / ${step.tool}`;
}

const escaped = (scratch: Scratch) => path.join(scratch.outside, 'escaped.txt');
const patched = (scratch: Scratch) => path.join(scratch.outside, 'patched.txt');

/**
 * The calls of Codex's own tools that lead out of the sandbox: a shell escalation, a file change, a wider permission.
 * The commands are written for a POSIX shell.
 */
export const nativeSteps: readonly NativeStep[] = [
  {
    native: 'shell escalation',
    args: (scratch) => ({ exec_command: { cmd: `echo x > "${escaped(scratch)}"`, sandbox_permissions: 'require_escalated', justification: 'test' } }),
    happened: (scratch) => existsSync(escaped(scratch)),
  },
  {
    native: 'file change',
    args: (scratch) => ({ exec_command: { cmd: `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${patched(scratch)}\n+x\n*** End Patch\nEOF\n` } }),
    happened: (scratch) => existsSync(patched(scratch)),
  },
  {
    native: 'permission request',
    args: (scratch) => ({ request_permissions: { permissions: { file_system: { write: [scratch.outside] } }, reason: 'test' } }),
    happened: (scratch, output) => output.includes(JSON.stringify(scratch.outside)),
  },
];
