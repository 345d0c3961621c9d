import type { RefusingDriver } from '../../driver.js';

/** OpenHands: refused, because what it asks about is a risk level and never a tool. */
export const openhands: RefusingDriver = {
  id: 'openhands',
  title: 'OpenHands',
  docs: 'https://docs.openhands.dev/sdk/guides/security',
  verdict: 'refused',
  reason: 'OpenHands decides by risk level only: its confirmation policy never sees a tool or a server.',
  nearest: 'AlwaysConfirm, NeverConfirm and ConfirmRisky; filter_tools_regex hides tools.',
  change: 'A confirmation policy that is keyed by server and tool.',
  evidence: [
    { client: 'OpenHands CLI 1.2.1', grade: 'source', date: '2026-11-30', source: 'the confirmation policies of the CLI package' },
    { client: 'OpenHands agent SDK 1.0.0a5', grade: 'source', date: '2026-11-30', source: 'openhands.sdk.security.confirmation_policy' },
  ],
};
