import type { RefusingDriver } from '../../driver.js';

/** Goose: refused, because the mode of a session decides whether its permission file is read at all. */
export const goose: RefusingDriver = {
  id: 'goose',
  title: 'Goose',
  docs: 'https://block.github.io/goose/docs/guides/managing-tools/tool-permissions',
  verdict: 'refused',
  reason: 'Goose reads its permission file only in its approve modes, and an ask entry loses to an allow entry for the same tool.',
  nearest: '~/.config/goose/permission.yaml: always_allow, ask_before and never_allow with extension__tool.',
  change: 'A permission file per run, and a mode that cannot be overridden.',
  evidence: [
    { client: 'Goose 0865f959f83', grade: 'source', date: '2026-11-30', source: 'aaif-goose/goose@0865f959f83' },
  ],
};
