import type { Dialect, ModelCall, OfferedTool, Reply } from '../model-server.js';

interface MessagesRequest {
  readonly tools?: readonly { readonly name: string; readonly description?: string }[];
  readonly messages?: readonly { readonly content: string | readonly ContentBlock[] }[];
}

interface ContentBlock {
  readonly type: string;
  readonly tool_use_id?: string;
  readonly content?: string | readonly { readonly text?: string }[];
}

/**
 * The Anthropic Messages API as Claude Code streams it. Results come back as `tool_result` blocks with the id of the call.
 * Requests without tools are made beside the conversation.
 */
export const anthropic: Dialect = {
  path: '/v1/messages',
  aside: (body) => ((body as MessagesRequest).tools?.length ?? 0) === 0 ? stream(null) : undefined,
  offeredTools: (body) => ((body as MessagesRequest).tools ?? []).map(({ name, description }): OfferedTool => ({ name, description: description ?? '' })),
  outputs: (body) => {
    const blocks = ((body as MessagesRequest).messages ?? []).flatMap(({ content }) => (typeof content === 'string' ? [] : content));
    return new Map(blocks.flatMap((block) => (block.type === 'tool_result' ? [[block.tool_use_id ?? '', outputText(block)] as const] : [])));
  },
  reply: (call) => stream(call),
};

function outputText({ content }: ContentBlock): string {
  return typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('');
}

function stream(call: ModelCall | null): Reply {
  const message = { id: `msg-${call?.id ?? 'closing'}`, type: 'message', role: 'assistant', model: 'scripted', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } };
  const [block, delta] = call === null
    ? [{ type: 'text', text: '' }, { type: 'text_delta', text: 'done' }]
    : [{ type: 'tool_use', id: call.id, name: call.tool.name, input: {} }, { type: 'input_json_delta', partial_json: JSON.stringify(call.args) }];
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: call === null ? 'end_turn' : 'tool_use', stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ];
  return { contentType: 'text/event-stream', text: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('') };
}
