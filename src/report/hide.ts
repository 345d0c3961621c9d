import type { CommandResult } from '../commands/command.js';
import type { Diagnostic, Place, Subject } from '../diagnostics.js';
import { looksSecret } from '../secrets.js';

const hidden = '[hidden: looks like a secret]';

/** Fingerprints are random by nature, and public. */
const fingerprint = /sha256:[0-9a-f]{64}/g;

/**
 * A text of ours with everything hidden that looks like a credential. Messages describe values and quote names; this is
 * the last line before a report, for names that somebody pasted a token into.
 */
export function hideSecrets(text: string): string {
  if (!isSuspect(text)) return text;
  const words = text.replace(/[^\s"'`(),;<>]+/g, (word) => (isSuspect(word) ? hidden : word));
  return isSuspect(words) ? hidden : words;
}

function isSuspect(text: string): boolean {
  return looksSecret(text.replace(fingerprint, ''));
}

/** Diagnostics, facts and the names of files, fit to be shown in any format. The product itself stays as it is. */
export function hideInResult(result: CommandResult): CommandResult {
  return {
    ...result,
    diagnostics: result.diagnostics.map(hideInDiagnostic),
    sources: result.sources.map((source) => ({ ...source, file: hideSecrets(source.file) })),
    ...(result.holding === undefined ? {} : { holding: result.holding.map(hideSecrets) }),
    ...(result.data === undefined ? {} : { data: hideInData(result.data) as Readonly<Record<string, unknown>> }),
  };
}

function hideInDiagnostic(diagnostic: Diagnostic): Diagnostic {
  const { message, fix, subject, at, related } = diagnostic;
  const hide = (text: string) => hideSecrets(withoutFragments(text, subject));
  return {
    ...diagnostic,
    message: hide(message),
    ...(fix === undefined ? {} : { fix: hide(fix) }),
    ...(subject === undefined ? {} : { subject: hideInData(subject) as Subject }),
    ...(at === undefined ? {} : { at: hideInPlace(at) }),
    ...(related === undefined ? {} : { related: related.map((item) => ({ message: hideSecrets(item.message), at: hideInPlace(item.at) })) }),
  };
}

/** Clients that join names with a separator make parts of a pasted token look like names of their own. */
function withoutFragments(text: string, subject: Subject | undefined): string {
  const suspects = Object.values(subject ?? {}).filter((name): name is string => typeof name === 'string' && isSuspect(name));
  const fragments = suspects.flatMap((name) => name.split(/[^A-Za-z0-9]+/)).filter((fragment) => fragment.length >= leastFragment);
  return fragments.reduce((shown, fragment) => shown.replaceAll(fragment, '[hidden]'), suspects.reduce((shown, name) => shown.replaceAll(name, hidden), text));
}

/** Shorter parts are words, and give nothing away. */
const leastFragment = 6;

/** The path stays: it identifies the entry in fingerprints and is never shown. */
function hideInPlace(place: Place): Place {
  return { ...place, file: hideSecrets(place.file) };
}

function hideInData(value: unknown): unknown {
  if (typeof value === 'string') return hideSecrets(value);
  if (Array.isArray(value)) return value.map(hideInData);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hideInData(item)]));
}
