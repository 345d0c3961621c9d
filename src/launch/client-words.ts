import type { ArgumentFinding, ClientOption, ClientWord, Launcher } from '../driver.js';
import { quote } from '../quote.js';

/** A client's arguments as options with their values and other words, and what the table of options does not explain. */
export interface ClientLine {
  readonly words: readonly ClientWord[];
  readonly findings: readonly ArgumentFinding[];
}

/**
 * Splits the client's own arguments by its table of options. A word that begins with a dash is always taken for an option,
 * also where the client would take it for a value: what voids a policy must not hide behind another option.
 */
export function readClientWords(args: readonly string[], { options, shortsCluster }: Pick<Launcher, 'options' | 'shortsCluster'>): ClientLine {
  const endsCluster = shortsCluster === true ? /^\W/ : /^[^]/;
  const table = new Map(options.flatMap((option) => option.names.map((name) => [name, option] as const)));
  const words: ClientWord[] = [];
  const findings: ArgumentFinding[] = [];
  for (let index = 0; index < args.length; ) {
    const word = args[index] ?? '';
    if (word === '--') {
      words.push(...args.slice(index + 1).map(plain));
      break;
    }
    const read = isOption(word) ? readOption(word, args.slice(index + 1), table, endsCluster) : { words: [plain(word)], unknown: undefined, taken: 0 };
    words.push(...read.words);
    if (read.unknown !== undefined) findings.push(unknownOption(read.unknown));
    index += 1 + read.taken;
  }
  return { words, findings: [...findings, ...words.flatMap(declaredFinding)] };
}

interface ReadOption {
  readonly words: readonly ClientWord[];
  readonly unknown: string | undefined;
  /** How many of the following words belong to it. */
  readonly taken: number;
}

type Table = ReadonlyMap<string, ClientOption>;

function plain(text: string): ClientWord {
  return { text, values: [] };
}

/** A single dash is a word: standard input, as a rule. */
function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

function readOption(word: string, following: readonly string[], table: Table, endsCluster: RegExp): ReadOption {
  const whole = table.get(word);
  if (whole !== undefined) return withValues(whole, word, following);
  const [, name, value] = /^(--[^=]+)=([^]*)$/.exec(word) ?? [];
  const long = name === undefined ? undefined : table.get(name);
  if (long !== undefined) return { words: [{ option: long, text: name ?? word, values: [value ?? ''] }], unknown: undefined, taken: 0 };
  return word.startsWith('--') ? { words: [], unknown: name ?? word, taken: 0 } : readCluster(word, following, table, endsCluster);
}

/** `-abc`: letters without values, and behind the first letter that takes one its value, with or without `=`, if it begins like one. */
function readCluster(word: string, following: readonly string[], table: Table, isValue: RegExp): ReadOption {
  const words: ClientWord[] = [];
  for (let index = 1; index < word.length; index += 1) {
    const letter = `-${word[index] ?? ''}`;
    const option = table.get(letter);
    if (option === undefined) return { words, unknown: letter, taken: 0 };
    const rest = word.slice(index + 1);
    if (option.takes !== 'nothing' && isValue.test(rest)) return { words: [...words, { option, text: letter, values: [rest.replace(/^=/, '')] }], unknown: undefined, taken: 0 };
    if (option.takes !== 'nothing' && rest === '') {
      const last = withValues(option, letter, following);
      return { ...last, words: [...words, ...last.words] };
    }
    words.push({ option, text: letter, values: [] });
  }
  return { words, unknown: undefined, taken: 0 };
}

function withValues(option: ClientOption, text: string, following: readonly string[]): ReadOption {
  const end = following.findIndex(isOption);
  const available = end === -1 ? following : following.slice(0, end);
  const taken = { nothing: 0, value: Math.min(1, available.length), optional: Math.min(1, available.length), values: available.length }[option.takes];
  return { words: [{ option, text, values: available.slice(0, taken) }], unknown: undefined, taken };
}

function unknownOption(name: string): ArgumentFinding {
  return { kind: 'unexamined', name, message: `the option ${quote(name)} is not known here` };
}

function declaredFinding({ option, text }: ClientWord): readonly ArgumentFinding[] {
  if (option?.voids !== undefined) return [{ kind: 'void', name: text, message: `${quote(text)} ${option.voids}` }];
  return option?.unexamined === undefined ? [] : [{ kind: 'unexamined', name: text, message: `${quote(text)} ${option.unexamined}` }];
}
