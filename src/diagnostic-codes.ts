import type { CodeFacts } from './diagnostics.js';

/**
 * The closed table of diagnostic codes. 1xx read and syntax, 2xx spec, 3xx driver cannot, 4xx native files and layers,
 * 5xx launch and resume, 9xx usage and bugs. A code is never reused or renumbered.
 */
export const codes = {
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

  MCP301: {
    family: 'refused',
    title: 'No exact primitive',
    reason: 'This client has no setting that means exactly what the policy says. Anything near it would be wider, or without effect.',
    fix: 'Use a client that can say it (see `mcpolicy drivers`), or leave this part out of the policy for this client.',
  },
  MCP302: {
    family: 'refused',
    title: 'Name that this client cannot say exactly',
    reason: 'Under the client\'s own rules for names, the native key would also match another server or tool, or none at all.',
    fix: 'Rename the server or tool, or use a client that keeps raw names.',
  },
  MCP303: {
    family: 'refused',
    title: 'Reference that this client cannot say exactly',
    reason: 'The client has no syntax that takes this value from the environment. Written out as text it would be sent literally.',
    fix: 'Use a form that the driver\'s page lists, or set the value in the server itself.',
  },
  MCP304: {
    family: 'refused',
    title: 'Field that this client does not have',
    reason: 'The spec asks for something that the client would ignore.',
    fix: 'Remove the field, or use a client that has it.',
  },
  MCP305: {
    family: 'refused',
    title: 'Transport that this client does not have',
    reason: 'The client cannot reach a server in this way, so its policy would belong to nothing.',
    fix: 'Use a transport that the client has.',
  },
  MCP306: {
    family: 'refused',
    title: 'Approval without a server',
    reason: 'The client does not start when an approval names a server that has no transport in any of its files.',
    fix: 'Declare command or url in the spec, print the tools alone with --policy-only, or edit the file that declares the server with `mcpolicy apply`.',
  },
  MCP320: {
    family: 'note',
    title: 'Unnamed tools follow the client\'s default',
    reason: 'The policy says nothing about tools that it does not name, so the client decides on its own, some by what the server says of itself.',
    fix: 'Declare requiresApproval for the server.',
  },
  MCP321: {
    family: 'note',
    title: 'Only newer versions of the client accept this',
    reason: 'Older releases of the client ignore or refuse it.',
    fix: 'Keep to the portable form, or require the newer version.',
  },
  MCP322: {
    family: 'note',
    title: 'Condition that holds outside the file',
    reason: 'The rendered policy is exact as long as a condition holds that no config file can guarantee.',
    fix: 'Read the driver\'s page on what voids a policy.',
  },

  MCP501: {
    family: 'finding',
    title: 'Fingerprint differs',
    reason: 'What was agreed before is not what the spec says now.',
    fix: 'Review the change, then store the new fingerprint.',
  },

  MCP901: {
    family: 'unreadable',
    title: 'Wrong usage',
    reason: 'The command line asks for something that does not exist or contradicts itself.',
    fix: 'See `mcpolicy --help`.',
  },
  MCP902: {
    family: 'unreadable',
    title: 'Rendered text does not say what was meant',
    reason: 'Everything that is rendered is read back and compared before it is printed. The two differ, which is a bug of mcpolicy.',
    fix: 'Please report it with the spec, secrets removed.',
  },
  MCP903: {
    family: 'unreadable',
    title: 'Unknown driver',
    reason: 'No driver of this name exists.',
    fix: 'See `mcpolicy drivers` for all of them.',
  },
  MCP904: {
    family: 'unreadable',
    title: 'Output could not be written',
    reason: 'The output was cut short, so whatever arrived is not the whole answer.',
    fix: 'Check the free space and the program that reads the output.',
  },
} as const satisfies Record<string, CodeFacts>;
