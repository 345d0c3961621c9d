import type { Remark } from '../../driver.js';
import { entriesOf, isTable, isTextList } from '../../reading.js';

type Accepts = (value: unknown) => boolean;
const isText: Accepts = (value) => typeof value === 'string';
const isTextOrNull: Accepts = (value) => value === null || isText(value);
const isFlag: Accepts = (value) => typeof value === 'boolean';

/**
 * The keys of an agent file (aws/amazon-q-developer-cli: struct Agent, which denies unknown fields), and those that the
 * manual of Kiro CLI adds. A key or a value beside these makes the client reject the whole file.
 * What is wrong about a server is said of the server.
 */
const keys: Readonly<Record<string, Accepts>> = {
  $schema: isText, name: isText, description: isTextOrNull, prompt: isTextOrNull, model: isTextOrNull, mcpServers: () => true, tools: isTextList, toolAliases: isTable, allowedTools: isTextList,
  resources: Array.isArray, hooks: isTable, toolsSettings: isTable, useLegacyMcpJson: isFlag, includeMcpJson: isFlag, keyboardShortcut: isText, welcomeMessage: isText,
};

export function fileRemarks(root: unknown): readonly Remark[] {
  return entriesOf(isTable(root) ? root : undefined).flatMap(([key, value]): readonly Remark[] => {
    const accepts = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (accepts?.(value) === true) return [];
    const what = accepts === undefined ? `it has no key ${JSON.stringify(key)}` : `the value of ${JSON.stringify(key)} is of another kind`;
    return [{ code: 'MCP409', part: 'agent', path: [key], isFatal: true, message: `the client rejects the whole agent file: ${what}`, fix: accepts === undefined ? 'Remove the key.' : 'Correct the value.' }];
  });
}
