import type { CodeFacts } from '../diagnostics.js';

/** 2xx. The spec itself. */
export const specCodes = {
  MCP201: {
    family: 'invalid-spec',
    title: 'Missing or unknown spec version',
    reason: 'The version says which rules the file was written for. Reading it by other rules could change its meaning.',
    fix: 'Write `version = 1` at the top of the spec.',
    showsValue: true,
  },
  MCP202: {
    family: 'invalid-spec',
    title: 'Unknown key',
    reason: 'A key that nobody reads is a policy that nobody enforces: most are misspelt.',
    fix: 'Correct the spelling or remove the key.',
  },
  MCP203: {
    family: 'invalid-spec',
    title: 'Wrong type',
    reason: 'A value of another type has no defined meaning here, and is not converted.',
    fix: 'Give the value the type that the message names.',
  },
  MCP204: {
    family: 'invalid-spec',
    title: 'Unknown approval mode',
    reason: 'Approval modes are the closed set "prompt" and "approve", exactly so spelled. No other word is mapped onto them.',
    fix: 'Write "prompt" or "approve". To forbid a tool, list it in disabledTools.',
    showsValue: true,
  },
  MCP205: {
    family: 'invalid-spec',
    title: 'Name that cannot be exact',
    reason: 'A policy names one server and one tool. Wildcards name many; empty, invisible and control characters name something a reader cannot see.',
    fix: 'Write the exact name that the server lists, one entry for each tool.',
  },
  MCP206: {
    family: 'invalid-spec',
    title: 'Duplicate key',
    reason: 'Readers disagree on whether the first or the last of two equal keys counts, so both are refused.',
    fix: 'Keep one of the two.',
  },
  MCP207: {
    family: 'invalid-spec',
    title: 'Conflicting declarations',
    reason: 'One thing is declared twice with different values. Whichever won, somebody would be wrong about the policy.',
    fix: 'Make the declarations equal, or remove one.',
  },
  MCP208: {
    family: 'invalid-spec',
    title: 'Names that look the same',
    reason: 'Two names differ in bytes and are equal after Unicode normalisation (NFC). Clients compare bytes, people do not.',
    fix: 'Keep the spelling that the server lists.',
  },
  MCP209: {
    family: 'invalid-spec',
    title: 'Contradicting transport',
    reason: 'A server is reached either by a command or by a URL. Keys of the other kind would be dropped or misread by clients.',
    fix: 'Keep the keys of one transport.',
  },
  MCP210: {
    family: 'invalid-spec',
    title: 'Literal secret',
    reason: 'A spec is committed and printed. A credential in it is leaked the moment it is written.',
    fix: 'Put the secret into an environment variable and refer to it as ${env:NAME}.',
  },
  MCP211: {
    family: 'invalid-spec',
    title: 'Policy that can never act',
    reason: 'A mode on a tool that is switched off surfaces later as a tool that asks and asks and never runs.',
    fix: 'Remove the mode, or switch the tool or server on.',
  },
  MCP212: {
    family: 'invalid-spec',
    title: 'Malformed reference',
    reason: 'References are written ${env:NAME}. Other spellings mean something in one client and are plain text in the next.',
    fix: 'Write ${env:NAME}, with a name of letters, digits and underscores.',
  },
  MCP213: {
    family: 'invalid-spec',
    title: 'Value that cannot be used',
    reason: 'The value has the right type and no valid meaning: an address that is no http(s) URL, an empty command, a header name that no HTTP client accepts.',
    fix: 'Correct the value.',
  },
  MCP220: {
    family: 'note',
    title: 'Name trimmed',
    reason: 'White space around a name is almost always an accident, so it is removed before names are compared.',
    fix: 'Remove the white space from the spec.',
  },
} as const satisfies Record<string, CodeFacts>;
