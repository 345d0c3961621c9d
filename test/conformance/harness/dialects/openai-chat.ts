import type { Dialect, ModelCall, OfferedTool, Reply } from '../model-server.js';

interface ChatRequest {
  readonly stream?: boolean;
  readonly tools?: readonly { readonly function?: { readonly name: string; readonly description?: string } }[];
  readonly messages?: readonly { readonly role: string; readonly tool_call_id?: string; readonly content?: string | readonly { readonly text?: string }[] }[];
}

/**
 * The OpenAI chat completions API, streamed or not, as Copilot CLI and opencode use it. Results come back as `tool`
 * messages with the id of the call. Requests without tools are made beside the conversation.
 */
export const openaiChat: Dialect = {
  path: '/v1/chat/completions',
  aside: (body) => (offered(body).length === 0 ? reply(null, body) : undefined),
  offeredTools: offered,
  outputs: (body) => {
    const results = ((body as ChatRequest).messages ?? []).filter(({ role }) => role === 'tool');
    return new Map(results.map(({ tool_call_id: id, content }) => [id ?? '', typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('')]));
  },
  reply,
};

function offered(body: unknown): readonly OfferedTool[] {
  return ((body as ChatRequest).tools ?? []).flatMap(({ function: tool }) => (tool === undefined ? [] : [{ name: tool.name, description: tool.description ?? '' }]));
}

function reply(call: ModelCall | null, body: unknown): Reply {
  const message = call === null
    ? { role: 'assistant', content: 'done' }
    : { role: 'assistant', content: null, tool_calls: [{ index: 0, id: call.id, type: 'function', function: { name: call.tool.name, arguments: JSON.stringify(call.args) } }] };
  const finish = call === null ? 'stop' : 'tool_calls';
  const head = { id: 'completion', created: 1, model: 'scripted' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  if ((body as ChatRequest).stream !== true) {
    return { contentType: 'application/json', text: JSON.stringify({ ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }], usage }) };
  }
  const chunks = [
    { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: finish }], usage },
  ];
  return { contentType: 'text/event-stream', text: `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n` };
}
