import type { RefusingDriver } from '../../driver.js';

/** Qwen Code: refused, because neither mode of a policy is exact; only its deny rule is. */
export const qwenCode: RefusingDriver = {
  id: 'qwen-code',
  title: 'Qwen Code',
  docs: 'https://github.com/QwenLM/qwen-code',
  verdict: 'refused',
  reason:
    'Qwen Code runs a tool with an ask rule under --yolo, and its allow rule for b_c also approves a tool named b/c, so neither prompt nor approve is exact.',
  nearest: 'permissions.allow, ask and deny in settings.json with mcp__server__tool; deny held, also under --yolo.',
  change: 'A release that matches rules against exact names only, and an ask rule that survives --yolo.',
  evidence: [
    {
      client: '@qwen-code/qwen-code 0.24.4',
      grade: 'run',
      date: '2026-11-30',
      source: 'server a lists only b/c, allow mcp__a__b_c: b/c ran; with another rule it was declined',
    },
    { client: '@qwen-code/qwen-code 0.15.10', grade: 'run', date: '2026-11-30', source: 'server a lists b_c and b/c, allow mcp__a__b_c: b/c ran' },
    { client: '@qwen-code/qwen-code 0.24.4', grade: 'run', date: '2026-11-30', source: '--yolo ran a tool with an ask rule; a deny rule survived --yolo' },
    { client: '@qwen-code/qwen-code 0.24.4', grade: 'report', date: '2026-11-30', source: 'QwenLM/qwen-code#10199: open' },
  ],
};
