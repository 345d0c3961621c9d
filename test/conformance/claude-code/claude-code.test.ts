import { claudeCode } from '../../../src/drivers/claude-code/index.js';
import { claudeCode as model } from '../../drivers/models/clients.js';
import { pins } from '../harness/clients.js';
import { coverageCase, headlessSuites } from '../harness/headless-suite.js';
import { modelCases, type Sample } from '../harness/model-sample.js';
import { forced, started } from '../harness/parts.js';
import { nameCases } from './cases/names.js';
import { policyCases } from './cases/policies.js';
import { referenceCases } from './cases/references.js';
import { runClaude } from './run.js';

const samples: readonly Sample[] = [
  { rule: { server: 'a', tool: 'b' }, calls: [{ server: 'a', tool: 'b' }, { server: 'a', tool: 'b__c' }, { server: 'a', tool: 'B' }, { server: 'A', tool: 'b' }, { server: 'ab', tool: 'b' }] },
  { rule: { server: 'a', tool: 'x_y' }, calls: [{ server: 'a', tool: 'x.y' }, { server: 'a', tool: 'x-y' }, { server: 'a', tool: 'xy' }, { server: 'a_', tool: 'x_y' }] },
  { rule: { server: 'a_b', tool: 'c' }, calls: [{ server: 'a b', tool: 'c' }, { server: 'a-b', tool: 'c' }, { server: 'a', tool: 'b__c' }, { server: 'a_b', tool: 'c_' }] },
  { rule: { server: 'a', tool: 't*' }, calls: [{ server: 'a', tool: 't1' }, { server: 'a', tool: 'u' }, { server: 'b', tool: 't1' }] },
];

headlessSuites('claude-code', pins['claude-code'], (suite) => {
  policyCases(suite);
  nameCases(suite);
  referenceCases(suite);
  modelCases(suite, model, samples, 'ASK', (rule, scenario) => {
    const mcp = JSON.stringify({ mcpServers: Object.fromEntries(scenario.servers.map(({ name }) => [name, { type: 'stdio', ...started(name) }])) });
    return runClaude(suite.client(), { ...scenario, parts: forced({ mcp, settings: JSON.stringify({ permissions: { allow: [rule] } }) }) });
  });
  coverageCase(suite, claudeCode);
});
