import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { answerAccept, answerDecline, answerUnsupported, type Answer } from '../../harness/app-server.js';
import type { FleetServer } from '../../harness/fleet.js';
import { driveApp } from '../app-run.js';
import { nativeSteps } from '../steps.js';
import { http, observe, rows, stdio, type Case, type Row, type Suite } from '../suite.js';

/** Token that the HTTP server of a run demands. Made up, but shaped like a real one, so that a leak would be recognised. */
const token = 'run-scoped-3f9c1d7e5b2a4860';
const bearer = { authorization: `Bearer ${token}` };
const approved = ['ui_open', 'ui_patch', 'ui_wait_action', 'ui_close'];
const tools = [...approved, 'ui_drop'];

const overHttp: readonly FleetServer[] = [http('agent-ui', tools, bearer), stdio('notes', ['ui_open'])];
const overStdio: readonly FleetServer[] = [stdio('agent-ui', tools), http('notes', ['ui_open'], bearer)];

/** Four approvals must open exactly four doors; `others` is what happens to everything else. */
function expectations(approvedCell: string, others: 'ASK' | 'ASKED-RUN'): Row[] {
  const boundary = others === 'ASK' ? 'boundary' : 'control';
  return [
    ...rows('agent-ui', approved, approvedCell, 'RUN'),
    ...rows('agent-ui', ['ui_drop'], boundary, others),
    ...rows('notes', ['ui_open'], boundary, others),
    ...nativeSteps.map((step): Row => ({ step, cell: boundary, expected: others })),
  ];
}

function seedCase(title: string, spec: string, servers: readonly FleetServer[], rowsOfCase: Row[], presented = token): Case {
  return { title, spec, servers, rows: rowsOfCase, secrets: { AGENT_UI_RUN_TOKEN: presented } };
}

/** A service with four approved tools, under the global policy `on-request`. */
export function seedCases(suite: Suite): void {
  const refusing: readonly [title: string, spec: string, servers: readonly FleetServer[], transport: string, answer: Answer][] = [
    ['four approved tools over HTTP', 'seed-http.toml', overHttp, 'streamableHttp', answerUnsupported],
    ['four approved tools over stdio', 'seed-stdio.toml', overStdio, 'stdio', answerDecline],
  ];
  for (const [title, spec, servers, transport, answer] of refusing) {
    test(title, async () => {
      const run = await observe(suite, seedCase(title, spec, servers, expectations('approve', 'ASK')), (stage) => driveApp(stage, answer));
      expect(run.calls).toEqual(approved.map((tool) => ({ server: 'agent-ui', tool })));
      expect(run.requests).toHaveLength(2 + nativeSteps.length);
      expect(run.refusedRequests).toBe(0);
      expectFourTables(run.rendered);
      suite.record.cases.push({ case: `${title}: transport`, cell: transport, expected: 'RUN', seen: run.calls.length === 4 ? 'RUN' : 'UNCLEAR' });
    });

    test(`${title}, control: everything asked for is accepted`, async () => {
      const run = await observe(suite, seedCase(`${title}, all accepted`, spec, servers, expectations('control', 'ASKED-RUN')), (stage) => driveApp(stage, answerAccept));
      expect(run.calls).toHaveLength(6);
    });
  }

  test('four approved tools over HTTP, control: another token reaches nothing', async () => {
    const title = 'four approved tools over HTTP, wrong token';
    const expected = [...rows('agent-ui', tools, 'control', 'ABSENT'), ...rows('notes', ['ui_open'], 'control', 'ASK')];
    const run = await observe(suite, seedCase(title, 'seed-http.toml', overHttp, expected, 'another-token'), (stage) => driveApp(stage, answerUnsupported));
    expect(run.refusedRequests).toBeGreaterThan(0);
  });
}

/** Exactly the four tables, no server-wide mode, and no secret in any form. */
function expectFourTables(rendered: string): void {
  const servers = parse(rendered)['mcp_servers'] as Record<string, { tools?: Record<string, object> }>;
  const declared = Object.entries(servers).flatMap(([server, table]) => Object.entries(table.tools ?? {}).map(([tool, keys]) => `${server}/${tool}: ${JSON.stringify(keys)}`));
  expect(declared.sort()).toEqual(approved.map((tool) => `agent-ui/${tool}: {"approval_mode":"approve"}`).sort());
  expect(rendered.match(/^\s*\[mcp_servers\.[^\]]*\.tools\.[^\]]*\]/gm)).toHaveLength(4);
  expect(rendered).not.toContain('default_tools_approval_mode');
  expect(rendered).not.toContain(token);
  expect(rendered).toContain('AGENT_UI_RUN_TOKEN');
}
