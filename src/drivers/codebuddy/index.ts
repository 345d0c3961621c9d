import type { RefusingDriver } from '../../driver.js';

/** CodeBuddy Code: refused, because rules that are spelled like those of Claude Code do not mean the same here. */
export const codebuddy: RefusingDriver = {
  id: 'codebuddy',
  title: 'CodeBuddy Code',
  docs: 'https://cloud.tencent.com/document/product/1831/137059',
  verdict: 'refused',
  reason:
    'By default CodeBuddy checks MCP calls under the name of a carrier tool, so a deny or ask rule for mcp__server__tool does not stop the tool.',
  nearest: 'permissions.allow, ask and deny in settings.json with mcp__server__tool: the spelling of Claude Code, with other semantics.',
  change: 'A documented rule for deferred calls, and a release in which deny, ask and unruled tools hold with deferral on and off.',
  evidence: [
    {
      client: 'CodeBuddy Code 2.117.0',
      grade: 'run',
      date: '2026-11-30',
      source: 'deferral on: a denied tool ran under -y, an exact ask ran under -y, an exact allow was refused',
    },
    {
      client: 'CodeBuddy Code 2.117.0',
      grade: 'run',
      date: '2026-11-30',
      source: 'CODEBUDDY_DEFER_TOOL_LOADING=false: a tool without a rule ran, also in dontAsk',
    },
    {
      client: 'CodeBuddy Code 2.117.0',
      grade: 'source',
      date: '2026-11-30',
      source: '@tencent-ai/agent-sdk@0.3.201: trusted allow before ask, names compared without case',
    },
  ],
};
