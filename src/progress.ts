import type { Host } from './host.js';

/** Progress of work in many steps. Silent unless a person watches. */
export interface Progress {
  step(): void;
  /** Takes the line away: progress is no output. */
  stop(): void;
}

/** Fewer steps are over before anybody could read a line about them. */
const leastSteps = 20;

const silent: Progress = { step: () => undefined, stop: () => undefined };

/** Starts a line on standard error, on a terminal only: never in a pipe, in CI, or on a dumb terminal. */
export async function startProgress(what: string, steps: number, { env, stderr }: Host): Promise<Progress> {
  if (steps < leastSteps || !stderr.isTerminal || isSet(env['CI']) || env['TERM'] === 'dumb') return silent;
  const { default: yoctoSpinner } = await import('yocto-spinner');
  const textAt = (done: number) => `${what} ${String(done)} of ${String(steps)}`;
  const spinner = yoctoSpinner({ text: textAt(0), stream: stderr.stream, handleSignals: false }).start();
  let done = 0;
  return {
    step: () => {
      done += 1;
      spinner.text = textAt(done);
    },
    stop: () => { spinner.stop(); },
  };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false';
}
