import type { Dialect, ModelCall, OfferedTool, Reply } from '../model-server.js';

interface GenerateRequest {
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string; readonly description?: string }[] }[];
  readonly contents?: readonly { readonly parts?: readonly Part[] }[];
}

interface Part {
  readonly functionResponse?: { readonly id?: string; readonly response?: Readonly<Record<string, unknown>> };
}

/**
 * The Gemini API as Gemini CLI uses it. Results come back as `functionResponse` parts with the id of the call. Requests
 * without tools, and those that are not streamed, are made beside the conversation.
 */
export const gemini: Dialect = {
  path: /:(?:streamGenerateContent|generateContent)$/,
  aside: (body, path) => {
    if (!path.endsWith(':streamGenerateContent')) return { contentType: 'application/json', text: JSON.stringify(answer(null)) };
    return offered(body).length === 0 ? stream(null) : undefined;
  },
  offeredTools: offered,
  outputs: (body) => {
    const parts = ((body as GenerateRequest).contents ?? []).flatMap((content) => content.parts ?? []);
    return new Map(parts.flatMap(({ functionResponse: found }) => (found === undefined ? [] : [[found.id ?? '', JSON.stringify(found.response ?? {})] as const])));
  },
  reply: (call) => stream(call),
};

function offered(body: unknown): readonly OfferedTool[] {
  const declarations = ((body as GenerateRequest).tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
  return declarations.map(({ name, description }) => ({ name, description: description ?? '' }));
}

function answer(call: ModelCall | null): object {
  const part = call === null ? { text: 'done' } : { functionCall: { id: call.id, name: call.tool.name, args: call.args } };
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
}

function stream(call: ModelCall | null): Reply {
  return { contentType: 'text/event-stream', text: `data: ${JSON.stringify(answer(call))}\n\n` };
}
