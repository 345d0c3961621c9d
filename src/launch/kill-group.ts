import type { System } from '../host.js';

/** Everything that a program started and that stayed in its group, also where the program itself is gone. */
export function killGroup(leader: number, signal: NodeJS.Signals, system: System): void {
  try {
    system.kill(-leader, signal);
  } catch (error) {
    // Nothing is left of the group, or, as some systems put it, nothing that could take a signal.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
  }
}
