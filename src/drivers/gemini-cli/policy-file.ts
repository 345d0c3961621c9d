import type { NativeValue, Remark } from '../../driver.js';
import { quote } from '../../quote.js';
import { entriesOf, isTable, isTextList, valueAt, type Table } from '../../reading.js';

/**
 * What Gemini CLI's own loader accepts (0.61.0: PolicyFileSchema, PolicyRuleSchema, SafetyCheckerRuleSchema). One value that it
 * does not accept makes it drop the whole file, with a line on standard error and nothing else; a name that is empty makes
 * its engine stop.
 */
export function fileRemarks(root: unknown): readonly Remark[] {
  return [...listRemarks(root, 'rule', ruleFields), ...listRemarks(root, 'safety_checker', checkerFields), ...mixedRemarks(root), ...misspeltRemarks(root)];
}

/** A rule under another key is a rule that is not there. */
function misspeltRemarks(root: unknown): readonly Remark[] {
  const misspelt = entriesOf(isTable(root) ? root : undefined).map(([key]) => key).filter((key) => key !== 'rule' && /^rules?$/i.test(key));
  return misspelt.map((key) => ({ code: 'MCP407', part: 'policy', path: [key], message: `Gemini CLI does not read ${quote(key)}`, fix: 'Write each rule under [[rule]].' }));
}

type Accepts = (value: unknown) => boolean;
type Fields = Readonly<Record<string, readonly [isRequired: boolean, accepts: Accepts]>>;

const decisions: readonly unknown[] = ['allow', 'deny', 'ask_user'];
const modes: readonly unknown[] = ['default', 'autoEdit', 'yolo', 'plan'];

const isText: Accepts = (value) => typeof value === 'string';
const isTexts: Accepts = (value) => isText(value) || isTextList(value);
const isName: Accepts = (value) => isText(value) && value !== '';
const isNames: Accepts = (value) => isTexts(value) && value !== '' && !(Array.isArray(value) && value.includes(''));
const isFlag: Accepts = (value) => typeof value === 'boolean';
const isModes: Accepts = (value) => Array.isArray(value) && value.every((mode) => modes.includes(mode));
const isPriority: Accepts = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 999;

const shared = { toolName: [true, isNames], mcpName: [false, isName], argsPattern: [false, isText], commandPrefix: [false, isTexts], commandRegex: [false, isText], modes: [false, isModes], toolAnnotations: [false, isTable] } as const satisfies Fields;
const ruleFields: Fields = {
  ...shared, decision: [true, (value) => decisions.includes(value)], priority: [true, isPriority], subagent: [false, isName], interactive: [false, isFlag],
  allowRedirection: [false, isFlag], allow_redirection: [false, isFlag], denyMessage: [false, isText], deny_message: [false, isText],
};
const checkerFields: Fields = { ...shared, priority: [false, Number.isInteger], checker: [true, isChecker] };

function isChecker(value: unknown): boolean {
  if (!isTable(value)) return false;
  const { type, name, required_context: context, config } = value;
  const isKnown = type === 'external' ? isText(name) : type === 'in-process' && (name === 'allowed-path' || name === 'conseca');
  return isKnown && (context === undefined || isTextList(context)) && (config === undefined || isTable(config));
}

function listRemarks(root: unknown, key: string, fields: Fields): readonly Remark[] {
  const list = valueAt(root, key);
  if (list === undefined) return [];
  if (!Array.isArray(list)) return [fatal([key], `"${key}" is no list of tables`)];
  return list.flatMap((item: unknown) => {
    if (!isTable(item)) return [fatal([key], `an entry of "${key}" is no table`)];
    const wrong = wrongFields(item, fields);
    return wrong.length === 0 ? [] : [{ ...fatal([key], wrong.join(', ')), element: item as NativeValue }];
  });
}

function wrongFields(item: Table, fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, [isRequired, accepts]]) => {
    const value = valueAt(item, name);
    if (value === undefined) return isRequired ? [`no ${name}`] : [];
    return accepts(value) ? [] : [`a ${name} that it does not know`];
  });
}

/** The client's TOML reader takes lists of one type only. */
function mixedRemarks(root: unknown): readonly Remark[] {
  return entriesOf(isTable(root) ? root : undefined).filter(([, value]) => holdsMixedList(value)).map(([key]) => fatal([key], 'a list of values of different types'));
}

function holdsMixedList(value: unknown): boolean {
  if (Array.isArray(value)) return new Set(value.map(typeOf)).size > 1 || value.some(holdsMixedList);
  return isTable(value) && Object.values(value).some(holdsMixedList);
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return value instanceof Date ? 'date' : typeof value;
}

function fatal(path: readonly string[], what: string): Remark {
  return { code: 'MCP409', part: 'policy', path, isFatal: true, message: `Gemini CLI does not accept this, and drops the whole file: ${what}`, fix: 'Correct the entry; until then none of the rules in this file counts.' };
}
