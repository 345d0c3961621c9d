import { copilotCli } from '../../../src/drivers/copilot-cli/index.js';
import { copilotCli as model } from '../../drivers/models/clients.js';
import type { Pair } from '../../drivers/models/model.js';
import { pins } from '../harness/clients.js';
import { coverageCase, headlessSuites } from '../harness/headless-suite.js';
import { modelCases, type Sample } from '../harness/model-sample.js';
import { forced, started } from '../harness/parts.js';
import { nameCases } from './cases/names.js';
import { policyCases } from './cases/policies.js';
import { referenceCases } from './cases/references.js';
import { runCopilot } from './run.js';

const samples: readonly Sample[] = [
  { rule: { server: 'a', tool: 'x-y' }, calls: [{ server: 'a', tool: 'x.y' }, { server: 'a', tool: 'x_y' }, { server: 'a', tool: 'X-y' }, { server: 'A', tool: 'x-y' }, { server: 'b', tool: 'x-y' }] },
  { rule: { server: 'a-b', tool: 'c' }, calls: [{ server: 'a.b', tool: 'c' }, { server: 'a_b', tool: 'c' }, { server: 'a', tool: 'c' }] },
  { rule: { server: 'a', tool: 't*' }, calls: [{ server: 'a', tool: 't1' }, { server: 'a', tool: 't' }] },
  { rule: { server: 'a', tool: 'x'.repeat(62) }, calls: [{ server: 'a', tool: 'x'.repeat(63) }, { server: 'a', tool: 'x'.repeat(61) }] },
];

/** An allow rule is the flag alone; a disabled tool is named in its joined form as well. */
const allowModel = { ...model, ruleFor: ({ server, tool }: Pair) => JSON.stringify([`${server}(${tool})`, '']) };

headlessSuites('copilot-cli', pins['copilot-cli'], (suite) => {
  policyCases(suite);
  nameCases(suite);
  referenceCases(suite);
  modelCases(suite, allowModel, samples, 'ASK', (rule, scenario) => {
    const [flag = ''] = JSON.parse(rule) as string[];
    const mcp = JSON.stringify({ mcpServers: Object.fromEntries(scenario.servers.map(({ name }) => [name, { type: 'local', ...started(name), tools: ['*'] }])) });
    return runCopilot(suite.client(), { ...scenario, parts: forced({ args: `--allow-tool=${flag}`, mcp }) });
  });
  coverageCase(suite, copilotCli);
});
