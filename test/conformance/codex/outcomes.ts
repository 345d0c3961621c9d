import type { Json, ServerRequest } from '../harness/app-server.js';
import type { Fleet } from '../harness/fleet.js';
import { elicitedQuestion } from '../harness/mcp-answers.mjs';
import { judge, type Refusals, type Verdict } from '../harness/verdict.js';
import { callId, type Stage } from './run.js';
import { stepName, type McpStep, type Step } from './steps.js';

/** What became of one step. */
export interface Outcome {
  readonly verdict: Verdict;
  /** What the model was told. */
  readonly output: string | undefined;
}

/** What Codex tells its model when it knows no such tool, and when it refuses a call without asking. */
const unsupported = /unsupported call/;
const appDenied = /requires approval, but approval policy is never/;
/** `exec` has no user: 0.146 still words its own refusal as if one had cancelled. */
const execDenied = /requires approval, but approval policy is never|interactive approval is unavailable in exec mode|user cancelled MCP tool call/;

/** How an app-server refuses on its own. */
export const appRefusals: Refusals = { denied: appDenied, unsupported };
/** How `codex exec` refuses. */
export const execRefusals: Refusals = { denied: execDenied, unsupported };

/**
 * Judges every step of a finished run. Throws when a request or a call in the log belongs to no step: something happened
 * that nobody scripted, and then no verdict of this run can be trusted.
 */
export function outcomes(stage: Stage, requests: readonly ServerRequest[], refusals: Refusals): Map<string, Outcome> {
  const { steps } = stage.scenario;
  const strayRequest = requests.find((request) => !isServersOwnQuestion(request) && !steps.some((step) => asksFor(request, step, stage.fleet)));
  if (strayRequest !== undefined) throw new Error(`Codex asked for something that no step does: ${JSON.stringify(strayRequest)}`);
  const strayCall = stage.fleet.calls().find((call) => !steps.some((step) => isCallOf(call, step)));
  if (strayCall !== undefined) throw new Error(`A server got a call that no step makes: ${JSON.stringify(strayCall)}`);
  return new Map(steps.map((step) => [stepName(step), outcome(stage, step, requests, refusals)]));
}

function outcome(stage: Stage, step: Step, requests: readonly ServerRequest[], refusals: Refusals): Outcome {
  const record = stage.model.records.get(callId(step)) ?? { offered: false, output: undefined };
  const asked = requests.filter((request) => asksFor(request, step, stage.fleet)).length;
  const logged = 'native' in step
    ? Number(step.happened(stage.scratch, record.output ?? ''))
    : stage.fleet.calls().filter((call) => isCallOf(call, step)).length;
  return { verdict: judge({ ...record, asked, logged }, refusals), output: record.output };
}

function isCallOf(call: McpStep, step: Step): boolean {
  return !('native' in step) && call.server === step.server && call.tool === step.tool;
}

/** Requests about Codex's own tools carry the id of the call; those about MCP tools name server and tool. */
function asksFor({ method, params }: ServerRequest, step: Step, fleet: Fleet): boolean {
  if ('native' in step) return params['itemId'] === callId(step);
  return method === 'mcpServer/elicitation/request' && isApproval(params, step, fleet.marker(step.server, step.tool));
}

/** Whether a server asks the user something of its own: the same method as an approval, and no approval. */
export function isServersOwnQuestion({ method, params }: ServerRequest): boolean {
  return method === 'mcpServer/elicitation/request' && params['message'] === elicitedQuestion;
}

/**
 * The description identifies the tool, because 0.146 does not send its name; newer versions send the raw name as well, and
 * then it must agree.
 */
function isApproval(params: Json, { server, tool }: McpStep, description: string): boolean {
  const meta = (params['_meta'] ?? {}) as Json;
  return meta['codex_approval_kind'] === 'mcp_tool_call' && params['serverName'] === server &&
    meta['tool_description'] === description && (meta['tool_name'] ?? tool) === tool;
}
