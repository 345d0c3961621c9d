import type { OverlayWord } from '../driver.js';
import type { NormalizedPolicy } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { fingerprint } from '../spec/fingerprint.js';
import { referredVariables } from './environment.js';
import type { Launchable } from './launchable.js';
import { overlayOf } from './overlay.js';
import type { LaunchPlan, PlannedFile, PlannedWord } from './plan.js';
import { printFile, printWord } from './print-word.js';
import type { splitCommand } from './program-words.js';

type Command = Extract<ReturnType<typeof splitCommand>, { readonly ok: true }>;

/** The overlay as words and texts, each read back, together with the client's own words. */
export function makePlan(launchable: Launchable, policy: NormalizedPolicy, command: Command, unsetEnv: readonly string[]): Outcome<LaunchPlan> {
  const { driver } = launchable;
  const overlay = overlayOf(launchable, policy);
  const words = overlay.words.map(planWord);
  const setEnv = overlay.env.map(({ name, value }) => ({ name, value: planWord(value) }));
  const files = overlay.files.map((file): PlannedFile | undefined => (file.format === 'folder' ? { name: file.name } : planFile(file)));
  const isWhole = [...words, ...setEnv.map(({ value }) => value), ...files].every((part) => part !== undefined);
  if (!isWhole) return failure([{ code: 'MCP902', message: `${driver.title}: a part of the overlay reads back differently`, subject: { driver: driver.id } }]);
  const tooLong = words.find((word) => typeof word === 'string' && Buffer.byteLength(word) > longestWord);
  if (tooLong !== undefined) return failure([{ code: 'MCP511', message: `${driver.title}: the policy would be one argument of more than ${String(longestWord)} bytes`, subject: { driver: driver.id } }]);
  return success({
    driver: driver.id,
    program: command.program,
    overlay: words.filter((word) => word !== undefined),
    args: command.args,
    setEnv: setEnv.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }])),
    unsetEnv,
    needsEnv: [...referredVariables(policy).keys()],
    files: files.filter((file) => file !== undefined),
    fingerprints: { policy: fingerprint('policy', policy), session: fingerprint('session', policy, driver) },
  });
}

/** MAX_ARG_STRLEN of Linux, the narrowest of the systems for one argument. */
const longestWord = 131_071;

function planWord(word: OverlayWord): PlannedWord | undefined {
  if (typeof word === 'object' && 'file' in word) return word;
  const printed = printWord(word);
  return printed.ok ? printed.text : undefined;
}

function planFile(file: Parameters<typeof printFile>[0]): PlannedFile | undefined {
  const printed = printFile(file);
  return printed.ok ? { name: file.name, text: printed.text } : undefined;
}
