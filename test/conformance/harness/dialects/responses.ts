import type { Dialect, ModelCall, OfferedTool } from '../model-server.js';

interface ResponsesTool {
  readonly type: string;
  readonly name?: string;
  readonly description?: string;
  readonly tools?: readonly ResponsesTool[];
}

interface ResponsesItem {
  readonly type: string;
  readonly call_id?: string;
  readonly output?: string | readonly { readonly text?: string }[];
}

/**
 * The OpenAI Responses API as Codex streams it. MCP tools are children of `namespace` tools, flat in older versions;
 * results come back as `function_call_output` or `custom_tool_call_output` items with the id of the call.
 */
export const responses: Dialect = {
  path: '/v1/responses',
  offeredTools: (body) => (body as { tools?: readonly ResponsesTool[] }).tools?.flatMap((tool) => flatten(tool)) ?? [],
  outputs: (body) => {
    const items = (body as { input?: readonly ResponsesItem[] }).input ?? [];
    return new Map(items.flatMap((item) => (item.type.endsWith('call_output') ? [[item.call_id ?? '', outputText(item)] as const] : [])));
  },
  reply: (call) => ({ contentType: 'text/event-stream', text: stream(call === null ? closing : callItem(call)) }),
};

function flatten(tool: ResponsesTool, namespace?: string): OfferedTool[] {
  if (tool.tools !== undefined) return tool.tools.flatMap((child) => flatten(child, tool.name));
  const own = { name: tool.name ?? tool.type, description: tool.description ?? '' };
  return [namespace === undefined ? own : { ...own, namespace }];
}

function outputText(item: ResponsesItem): string {
  return typeof item.output === 'string' ? item.output : (item.output ?? []).map((part) => part.text ?? '').join('');
}

const closing = { type: 'message', role: 'assistant', id: 'closing', content: [{ type: 'output_text', text: 'done' }] };

/** A tool of the client that takes free text gets it as `input` of a custom call; all others take JSON arguments. */
function callItem({ id, tool, args }: ModelCall): Record<string, unknown> {
  if (typeof args === 'string') return { type: 'custom_tool_call', id: `item-${id}`, call_id: id, name: tool.name, input: args };
  const namespace = tool.namespace === undefined ? {} : { namespace: tool.namespace };
  return { type: 'function_call', id: `item-${id}`, call_id: id, name: tool.name, ...namespace, arguments: JSON.stringify(args) };
}

function stream(item: Record<string, unknown>): string {
  const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 };
  const id = `response-${String(item['id'])}`;
  return [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id, usage } },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}
