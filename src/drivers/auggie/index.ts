import type { RefusingDriver } from '../../driver.js';

/** Auggie: refused, because its rule key joins tool and server, and no match means run. */
export const auggie: RefusingDriver = {
  id: 'auggie',
  title: 'Auggie',
  docs: 'https://docs.augmentcode.com/cli/permissions',
  verdict: 'refused',
  reason:
    'Auggie joins tool and server into one sanitised, shortened key, so tool a_b of server c and tool a of server b_c are one rule, and a tool that no rule matches is allowed.',
  nearest: 'toolPermissions[] in settings.json: tool-name with allow, deny or ask-user; the --permission flag.',
  change: 'A separate server field in the rule, asking by default, and a run without an account.',
  evidence: [
    { client: '@augmentcode/auggie 0.36.0', grade: 'source', date: '2026-11-30', source: '@augmentcode/auggie@0.36.0: the bundle of the npm package' },
  ],
};
