import { geminiCli } from '../../../src/drivers/gemini-cli/index.js';
import { geminiCli as model } from '../../drivers/models/clients.js';
import { pins } from '../harness/clients.js';
import { coverageCase, headlessSuites } from '../harness/headless-suite.js';
import { modelCases, type Sample } from '../harness/model-sample.js';
import { forced, started } from '../harness/parts.js';
import { nameCases } from './cases/names.js';
import { policyCases } from './cases/policies.js';
import { referenceCases } from './cases/references.js';
import { ruleText } from './rules.js';
import { runGemini } from './run.js';

const samples: readonly Sample[] = [
  { rule: { server: 'a', tool: 'x_y' }, calls: [{ server: 'a', tool: 'x y' }, { server: 'a', tool: 'x.y' }, { server: 'a', tool: 'X_y' }, { server: 'A', tool: 'x_y' }, { server: 'b', tool: 'x_y' }] },
  { rule: { server: 'a', tool: 'mcp_a_t' }, calls: [{ server: 'a', tool: 't' }, { server: 'a', tool: 'mcp_t' }, { server: 'b', tool: 't' }] },
  { rule: { server: 'a.b', tool: 't*' }, calls: [{ server: 'a.b', tool: 't1' }, { server: 'a.b', tool: 't' }] },
];

headlessSuites('gemini-cli', pins['gemini-cli'], (suite) => {
  policyCases(suite);
  nameCases(suite);
  referenceCases(suite);
  modelCases(suite, model, samples, 'ABSENT', (rule, scenario) => {
    const [server = '', tool = ''] = JSON.parse(rule) as string[];
    const settings = JSON.stringify({ mcpServers: Object.fromEntries(scenario.servers.map(({ name }) => [name, started(name)])) });
    return runGemini(suite.client(), { ...scenario, parts: forced({ policy: ruleText(server, tool, 'allow', 900), settings }) });
  });
  coverageCase(suite, geminiCli);
});
