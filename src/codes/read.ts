import type { CodeFacts } from '../diagnostics.js';

/** 1xx. Reading files: what is wrong before anything is understood. */
export const readCodes = {
  MCP101: {
    family: 'unreadable',
    title: 'No spec found',
    reason: 'Without a spec there is no policy, and "no policy" must not look like "the policy holds".',
    fix: 'Create mcpolicy.toml at the root of the repository, or name a file with --spec.',
  },
  MCP102: {
    family: 'unreadable',
    title: 'File cannot be read',
    reason: 'A file that was named could not be opened or read to its end, so nothing is known about what it says.',
    fix: 'Check the path and its permissions.',
  },
  MCP103: {
    family: 'unreadable',
    title: 'Two specs in one folder',
    reason: 'Two spec files side by side would make the policy depend on which one is found first.',
    fix: 'Keep one of them, or name all that count with --spec.',
  },
  MCP104: {
    family: 'unreadable',
    title: 'Not a text file',
    reason: 'The file is not valid UTF-8 or holds NUL bytes. It is damaged or of another kind, and is never treated as empty.',
    fix: 'Restore the file, or save it as UTF-8.',
  },
  MCP105: {
    family: 'unreadable',
    title: 'Syntax error',
    reason: 'The file does not follow the grammar of its format, so its meaning is unknown. Nothing in it is guessed or repaired.',
    fix: 'Mend the syntax at the place shown.',
  },
  MCP107: {
    family: 'unreadable',
    title: 'File too large or too deep',
    reason: 'Specs are small files written by people. A limit keeps a hostile or broken file from exhausting the machine.',
    fix: 'Split the spec into several files and pass each with --spec.',
  },
  MCP108: {
    family: 'unreadable',
    title: 'Unknown spec format',
    reason: 'The format follows from the file name: .toml, .yaml, .yml, .json or .jsonc. Content is never sniffed.',
    fix: 'Rename the file, or say --spec-format toml|yaml|json|jsonc for standard input.',
  },
  MCP109: {
    family: 'unreadable',
    title: 'YAML feature that is not read',
    reason: 'Merge keys let one mode silently replace another, tags and several documents have no equal in the other formats, and alias bombs exhaust memory.',
    fix: 'Write the values out. Plain anchors and aliases are fine.',
  },
  MCP110: {
    family: 'unreadable',
    title: 'Spec exists already',
    reason: 'A proposal never replaces what somebody wrote.',
    fix: 'Edit the spec, or move it away and run `mcpolicy init` again.',
  },
  MCP111: {
    family: 'note',
    title: 'Left out of the proposal',
    reason: 'Something that was found has no place in the proposed spec, or could mean two things. It is reported, not guessed.',
    fix: 'Add it by hand if it is wanted.',
  },
} as const satisfies Record<string, CodeFacts>;
