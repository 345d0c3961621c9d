import { expect, test } from 'vitest';
import { answerAccept, answerDecline } from '../../harness/app-server.js';
import type { FleetServer } from '../../harness/fleet.js';
import { driveApp } from '../app-run.js';
import { driveExec } from '../exec-run.js';
import { isServersOwnQuestion } from '../outcomes.js';
import { observe, observeNoStart, rows, stdio, type Row, type Suite } from '../suite.js';

const readOnly = { readOnlyHint: true };
const destructive = { readOnlyHint: false, destructiveHint: true };
const closedWorld = { destructiveHint: false, openWorldHint: false };

const prompted = ['prompted', 'prompted_read_only', 'prompted_closed_world'];
const approved = ['approved', 'approved_destructive'];

/** One server whose own annotations would let most of its tools run, if anybody believed them. */
const files: readonly FleetServer[] = [stdio('files', [
  'approved',
  { name: 'approved_destructive', annotations: destructive },
  'prompted',
  { name: 'prompted_read_only', annotations: readOnly },
  { name: 'prompted_closed_world', annotations: closedWorld },
  'undeclared',
  { name: 'undeclared_read_only', annotations: readOnly },
  { name: 'undeclared_closed_world', annotations: closedWorld },
])];

/** `asked` is what happens to a call that needs approval; the annotated undeclared tools show that Codex believes servers. */
function expectations(asked: 'ASK' | 'ASKED-RUN' | 'DENY'): Row[] {
  return [
    ...rows('files', approved, 'approve', 'RUN'),
    ...rows('files', prompted, 'prompt', asked),
    ...rows('files', ['undeclared'], 'undeclared', asked),
    ...rows('files', ['undeclared_read_only', 'undeclared_closed_world'], 'undeclared', 'RUN'),
  ];
}

/** The two modes, with and without somebody who can be asked, and where Codex itself makes them void. */
export function modeCases(suite: Suite): void {
  test('modes when a user can be asked', async () => {
    const tested = { title: 'modes, app-server', spec: 'modes.toml', servers: files };
    await observe(suite, { ...tested, rows: expectations('ASK') }, (stage) => driveApp(stage, answerDecline));
    await observe(suite, { ...tested, title: 'modes, app-server, all accepted', rows: expectations('ASKED-RUN') }, (stage) => driveApp(stage, answerAccept));
  });

  test('modes when nobody can be asked', async () => {
    const tested = { title: 'modes, exec', spec: 'modes.toml', servers: files, rows: expectations('DENY') };
    const run = await observe(suite, tested, driveExec);
    expect(run.exitCode, run.stderr).toBe(0);
  });

  test('modes are void without sandbox and approvals', async () => {
    const everything = [...approved, ...prompted, 'undeclared'];
    const tested = { title: 'modes, never and danger-full-access', spec: 'modes.toml', servers: files, rows: rows('files', everything, 'limit', 'RUN') };
    await observe(suite, tested, (stage) => driveApp(stage, answerDecline, { approvalPolicy: 'never', sandbox: 'danger-full-access' }));
    await observe(suite, { ...tested, title: 'modes, exec without sandbox' }, (stage) => driveExec(stage, 'danger-full-access'));
  });

  test('an approved tool may run, but not answer for the user', async () => {
    const title = 'question of an approved tool';
    const servers = [stdio('files', ['approved_destructive', { name: 'approved', elicits: true }])];
    const run = await observe(suite, { title, spec: 'modes.toml', servers, rows: rows('files', ['approved'], 'approve', 'RUN') }, (stage) => driveApp(stage, answerDecline));
    const output = run.outcomes.get('files / approved')?.output ?? '';
    const asked = run.requests.filter(isServersOwnQuestion).length === 1 && output.includes('the user said decline');
    suite.record.cases.push({ case: `${title}: elicitation`, cell: 'boundary', expected: 'ASK', seen: asked ? 'ASK' : 'UNCLEAR' });
    expect(asked, output).toBe(true);
  });

  test('a misspelt mode stops Codex', async () => {
    const misspelt = (rendered: string) => rendered.replaceAll('"approve"', '"aprove"');
    const tested = { title: 'misspelt mode', spec: 'modes.toml', servers: files, rows: rows('files', approved, 'control', 'NO START'), alter: misspelt };
    expect(await observeNoStart(suite, tested, (stage) => driveApp(stage, answerDecline))).toContain('aprove');
  });
}
