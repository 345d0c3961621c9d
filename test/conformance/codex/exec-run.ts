import { runExec, type ExecRun } from '../harness/exec.js';
import { execRefusals, outcomes, type Outcome } from './outcomes.js';
import { codexCommand, type Stage } from './run.js';

/** What one `codex exec` showed. */
export interface CodexExecRun extends ExecRun {
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** Drives the steps of a stage through `codex exec`, where nobody can be asked. */
export async function driveExec(stage: Stage, sandbox: 'workspace-write' | 'danger-full-access' = 'workspace-write'): Promise<CodexExecRun> {
  const { env, scratch } = stage;
  const [command, ...args] = codexCommand(stage, ['exec', '--json', '--skip-git-repo-check', '-C', scratch.project, '-s', sandbox, 'go']);
  const run = await runExec(command, args, { cwd: scratch.project, env });
  return { ...run, outcomes: outcomes(stage, [], execRefusals) };
}
