import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { answerDecline } from '../../harness/app-server.js';
import { driveApp } from '../app-run.js';
import { observe, rows, stdio, type Row, type Suite } from '../suite.js';

/** The names of `specs/names.toml`, read by a parser that is not under test. */
const spec = parse(readFileSync(new URL('../specs/names.toml', import.meta.url), 'utf8')) as unknown as { mcpServers: Record<'approved' | 'prompted', { tools: object }> };
const names = Object.keys(spec.mcpServers.approved.tools);

/** Names that a careless lookup would take for one of the declared ones. The second é is e and a combining accent. */
const neighbours = ['case', 'twin_name', 'twin.name', 'dotted_name', 'inner_space', 'ho\u0308he-e\u0301', 'double_under', 'plain2', 'toString'];

const odd = 'odd:server@host/path.name-1_2';
const oddNeighbour = 'odd_server@host/path.name-1_2';

/** Pinned versions that accept server names of `[A-Za-z0-9_-]` only: seen up to 0.151.0, and no longer in 0.152.0. */
const narrowServerNames = new Set(['0.146.0']);

const readOnly = { readOnlyHint: true };

/** Tool and server names beyond plain identifiers. */
export function nameCases(suite: Suite): void {
  test('names of tools', async () => {
    expect(names).toHaveLength(27);
    expect(Object.keys(spec.mcpServers.prompted.tools)).toEqual(names);
    const annotated = names.map((name) => ({ name, annotations: readOnly }));
    await observe(suite, {
      title: 'tool names',
      spec: 'names.toml',
      servers: [stdio('approved', [...names, ...neighbours]), stdio('prompted', annotated), stdio('undeclared', annotated)],
      rows: [
        ...rows('approved', names, 'approve', 'RUN'),
        ...rows('approved', neighbours, 'boundary', 'ASK'),
        ...rows('prompted', names, 'prompt', 'ASK'),
        ...rows('undeclared', names, 'control', 'RUN'),
      ],
    }, (stage) => driveApp(stage, answerDecline));
  });

  test('names of servers', async () => {
    const oddTools = ['open', { name: 'read', annotations: readOnly }];
    await observe(suite, {
      title: 'server names',
      spec: 'server-names.toml',
      servers: [stdio(odd, oddTools), ...[oddNeighbour, 'hyphen-server', 'hyphen_server', '__proto__'].map((name) => stdio(name, ['open']))],
      rows: [
        ...oddRows(!narrowServerNames.has(suite.record.version)),
        ...rows('hyphen-server', ['open'], 'approve', 'RUN'),
        ...rows('hyphen_server', ['open'], 'boundary', 'ASK'),
        ...rows('__proto__', ['open'], 'approve', 'RUN'),
      ],
    }, (stage) => driveApp(stage, answerDecline));
  });
}

/** A version that does not accept the name leaves the server out: nothing runs, and nothing else is affected. */
function oddRows(accepted: boolean): Row[] {
  if (!accepted) return [...rows(odd, ['open', 'read'], 'limit', 'ABSENT'), ...rows(oddNeighbour, ['open'], 'limit', 'ABSENT')];
  return [...rows(odd, ['open'], 'approve', 'RUN'), ...rows(odd, ['read'], 'prompt', 'ASK'), ...rows(oddNeighbour, ['open'], 'boundary', 'ASK')];
}
