import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerAccept, answerDecline, answerUnsupported, type Answer } from '../harness/app-server.js';
import { driveApp } from '../codex/app-run.js';
import { driveExec } from '../codex/exec-run.js';
import type { Stage } from '../codex/run.js';
import { nativeSteps } from '../codex/steps.js';
import { http, observe, rows, stdio, type Case, type Row, type Suite } from '../codex/suite.js';
import { installClient, pins, type InstalledClient } from '../harness/clients.js';
import { evidenceTable, newRecord, writeEvidence } from '../harness/evidence.js';
import type { FleetServer } from '../harness/fleet.js';
import { trustProject, throughLaunch, userConfig, writeProjectConfig } from './mcpolicy.js';

const token = 'run-scoped-8d1f4b7c2e9a6350';
const bearer = { authorization: `Bearer ${token}` };
const approved = ['ui_open', 'ui_patch', 'ui_wait_action', 'ui_close'];
const servers: readonly FleetServer[] = [http('agent-ui', [...approved, 'ui_drop'], bearer), stdio('notes', ['ui_open'])];
const secrets = { AGENT_UI_RUN_TOKEN: token };

/** The user's config declares no server: whatever holds comes from the call alone. */
const nothingDeclared = () => '';

function expectations(others: 'ASK' | 'ASKED-RUN' | 'DENY', native: readonly Row[]): Row[] {
  return [...rows('agent-ui', approved, 'approve', 'RUN'), ...rows('agent-ui', ['ui_drop'], 'boundary', others), ...rows('notes', ['ui_open'], 'boundary', others), ...native];
}

/** Runs a case through `mcpolicy launch`, and proves that the user's config is what it was. */
async function throughCall(suite: Suite, tested: Omit<Case, 'start' | 'alter'>, drive: (stage: Stage) => ReturnType<typeof driveApp> | ReturnType<typeof driveExec>, ...options: readonly string[]) {
  return observe(suite, { ...tested, alter: nothingDeclared, start: throughLaunch(...options) }, async (stage) => {
    trustProject(stage);
    const before = userConfig(stage);
    const driven = await drive(stage);
    expect(userConfig(stage).toString()).toBe(before.toString());
    expect(before.toString()).not.toContain('mcp_servers');
    return driven;
  });
}

const records = pins.codex.map((pin) => {
  const record = newRecord('codex', pin);
  describe(`launch codex ${pin.version}`, () => {
    let installed: InstalledClient | undefined;
    beforeAll(() => { installed = installClient(pin); });
    const suite: Suite = { client: () => installed!, record };

    test.each<[string, Answer, 'ASK' | 'ASKED-RUN']>([
      ['nobody answers', answerUnsupported, 'ASK'],
      ['everything is declined', answerDecline, 'ASK'],
      ['control: everything is accepted', answerAccept, 'ASKED-RUN'],
    ])('four approvals under app-server on-request, %s', async (title, answer, others) => {
      const native = nativeSteps.map((step): Row => ({ step, cell: 'boundary', expected: others }));
      const run = await throughCall(suite, { title: `launch, app-server, ${title}`, spec: 'seed-http.toml', servers, rows: expectations(others, native), secrets }, (stage) => driveApp(stage, answer));
      expect(run.calls.filter(({ server }) => server === 'agent-ui').map(({ tool }) => tool).slice(0, 4)).toEqual(approved);
    });

    test('four approvals under exec', async () => {
      const run = await throughCall(suite, { title: 'launch, exec', spec: 'seed-http.toml', servers, rows: expectations('DENY', []), secrets }, (stage) => driveExec(stage));
      expect(run.calls).toEqual(approved.map((tool) => ({ server: 'agent-ui', tool })));
    });

    test('prompts that exec cannot ask are denied, once somebody said that this is meant', async () => {
      const title = 'launch, exec, unreachable prompts';
      const tools = ['approved', 'prompted', { name: 'prompted_read_only', annotations: { readOnlyHint: true } }, 'undeclared'];
      const tested = { title, spec: 'modes.toml', servers: [stdio('files', tools)], rows: [...rows('files', ['approved'], 'approve', 'RUN'), ...rows('files', ['prompted', 'prompted_read_only'], 'prompt', 'DENY'), ...rows('files', ['undeclared'], 'undeclared', 'DENY')] };
      await throughCall(suite, tested, (stage) => driveExec(stage), '--allow-unreachable-prompts');
    });

    test('defaults of servers travel in the call', async () => {
      const tools = ['named', { name: 'other', annotations: { readOnlyHint: true } }];
      const tested = { title: 'launch, defaults', spec: 'server-default.toml', servers: [stdio('asks', tools), stdio('trusts', ['named', 'other'])], rows: [...rows('asks', ['named'], 'approve', 'RUN'), ...rows('asks', ['other'], 'serverDefaultPrompt', 'ASK'), ...rows('trusts', ['named'], 'prompt', 'ASK'), ...rows('trusts', ['other'], 'serverDefaultApprove', 'RUN')] };
      await throughCall(suite, tested, (stage) => driveApp(stage, answerDecline));
    });

    test('limit: app-server itself trusts a folder of which nobody said anything, and takes its file', async () => {
      const own = '[mcp_servers.files.tools.undeclared]\napproval_mode = "approve"\n';
      const tested = { title: 'app-server trusts the folder', spec: 'modes.toml', servers: [stdio('files', ['approved', 'undeclared'])], rows: [...rows('files', ['approved'], 'approve', 'RUN'), ...rows('files', ['undeclared'], 'limit', 'RUN')] };
      await observe(suite, tested, async (stage) => {
        writeProjectConfig(stage, own);
        const driven = await driveApp(stage, answerDecline);
        expect(userConfig(stage).toString()).toContain('trust_level = "trusted"');
        return driven;
      });
    });

    test('names with dots, quotes, blanks, unicode and equals signs travel in the call', async () => {
      const names = ['plain', 'dotted.name', 'inner space', 'double"quote', "single'quote", 'slash/name', 'back\\slash', 'höhe-é', '工具', '🔧', '__proto__', 'equals=sign', '#hash', '[bracket]', 'comma,colon:semi;', 'tools', 'approval_mode', '42'];
      const annotated = names.map((name) => ({ name, annotations: { readOnlyHint: true } }));
      const tested = { title: 'launch, names', spec: 'names.toml', servers: [stdio('approved', names), stdio('prompted', annotated), stdio('undeclared', annotated)], rows: [...rows('approved', names, 'approve', 'RUN'), ...rows('prompted', names, 'prompt', 'ASK')] };
      await throughCall(suite, tested, (stage) => driveApp(stage, answerDecline));
    });
  });
  return record;
});

afterAll(() => {
  process.stdout.write(`\n${evidenceTable(records)}\n`);
  const file = process.env['MCPOLICY_EVIDENCE'];
  if (file !== undefined && file !== '') writeEvidence(file, records);
});
