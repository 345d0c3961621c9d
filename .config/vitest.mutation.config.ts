import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

/**
 * What runs against mutants: tests of the policy core that stay in this process. Left out are tests that
 * - read the sources or build the program: they would see the instrumented text;
 * - run the pipeline outside of a test: every mutant would have to face every test;
 * - meet other things in every run (the fuzz of secrets, the properties of specs) or take seconds a time (limits).
 * Stryker ends a mutant that does not end; the limit of a test is only there for a busy machine.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/{fixtures,gate}.test.ts', 'test/codex*.test.ts', 'test/{layers,library,render}/**/*.test.ts', 'test/spec/!(secret-fuzz|limits|properties).test.ts', 'test/launch/codex-arguments.test.ts', 'test/docs/tables.test.ts', 'test/drivers/exact-pages.test.ts'],
    testTimeout: 120_000,
  },
});
