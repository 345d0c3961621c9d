import { expect, test } from 'vitest';
import { answerDecline } from '../../harness/app-server.js';
import { driveApp } from '../app-run.js';
import { http, observe, rows, stdio, type Case, type Suite } from '../suite.js';

const readOnly = { readOnlyHint: true };
const secrets = { LOCAL_RUN_KEY: 'local-5d0e7a91c3', REMOTE_RUN_TOKEN: 'remote-b82f64d01e', REMOTE_RUN_KEY: 'header-97ac350fe2' };

/** What a spec says of whole servers: their default, their lists of tools, and what they get from the environment. */
export function serverCases(suite: Suite): void {
  const observeApp = (tested: Case) => observe(suite, tested, (stage) => driveApp(stage, answerDecline));

  test('the operator speaks for tools that are not named', async () => {
    await observeApp({
      title: 'server default',
      spec: 'server-default.toml',
      servers: [
        stdio('asks', ['named', 'unnamed', { name: 'unnamed_read_only', annotations: readOnly }]),
        stdio('trusts', [{ name: 'named', annotations: readOnly }, 'unnamed']),
      ],
      rows: [
        ...rows('asks', ['named'], 'approve', 'RUN'),
        ...rows('asks', ['unnamed', 'unnamed_read_only'], 'serverDefaultPrompt', 'ASK'),
        ...rows('trusts', ['named'], 'prompt', 'ASK'),
        ...rows('trusts', ['unnamed'], 'serverDefaultApprove', 'RUN'),
      ],
    });
  });

  test('tools and servers that are switched off are not offered', async () => {
    const run = await observeApp({
      title: 'filters',
      spec: 'filters.toml',
      servers: [stdio('without', ['keep', 'drop']), stdio('only', ['keep', 'drop']), { ...stdio('off', ['keep']), starts: false }],
      rows: [
        ...rows('without', ['keep'], 'approve', 'RUN'),
        ...rows('without', ['drop'], 'disable', 'ABSENT'),
        ...rows('only', ['keep'], 'approve', 'RUN'),
        ...rows('only', ['drop'], 'enableOnly', 'ABSENT'),
        ...rows('off', ['keep'], 'disableServer', 'ABSENT'),
      ],
    });
    expect(run.failedServers.size).toBe(0);
  });

  const servers = [
    stdio('local', ['open'], { LOCAL_RUN_KEY: secrets.LOCAL_RUN_KEY }),
    http('remote', ['open'], { authorization: `Bearer ${secrets.REMOTE_RUN_TOKEN}`, 'x-run-key': secrets.REMOTE_RUN_KEY }),
  ];
  const referenceCase = (title: string, cell: string, expected: 'RUN' | 'ABSENT', presented: Readonly<Record<string, string>>): Case => ({
    title,
    spec: 'references.toml',
    servers,
    rows: [...rows('local', ['open'], cell, expected), ...rows('remote', ['open'], cell, expected)],
    secrets: presented,
  });

  test('references reach the server, and are nowhere in the config', async () => {
    const run = await observeApp(referenceCase('references', 'envReference', 'RUN', secrets));
    for (const [name, value] of Object.entries(secrets)) {
      expect(run.rendered).toContain(name);
      expect(run.rendered).not.toContain(value);
    }
  });

  test('references, control: other values open nothing', async () => {
    const others = { ...secrets, LOCAL_RUN_KEY: 'another-key', REMOTE_RUN_KEY: 'another-key' };
    const run = await observeApp(referenceCase('references, wrong values', 'control', 'ABSENT', others));
    expect([...run.failedServers.keys()].sort()).toEqual(['local', 'remote']);
  });
}
