import { fileURLToPath } from 'node:url';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders of the pipeline that hold pure functions: no process, no files, no printing. */
const pure = ['src/spec/**', 'src/drivers/**', 'src/report/**', 'src/compile.ts', 'src/gate.ts', 'src/model.ts', 'src/driver.ts', 'src/diagnostics.ts', 'src/index.ts'];

export default tseslint.config(
  { ignores: ['dist/**', 'coverage/**', 'reports/**', 'fixtures/**', '.stryker-tmp/**'] },
  ...tseslint.configs.strict,
  {
    files: ['src/**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: root } },
    plugins: { regexp },
    rules: {
      // Somebody else's file decides what an expression is run on, so none may take more than linear time.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 3],
      complexity: ['error', 14],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/cli.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'process', message: 'Only src/cli.ts touches process; take what you need as a value.' }],
    },
  },
  {
    files: pure,
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: ['node:fs', 'node:fs/*', 'node:child_process', 'node:net', 'node:http'], message: 'This part of the pipeline does no I/O.' }] }],
    },
  },
  // CommonJS, because the loader of ES modules would be paid for by every run.
  { files: ['bin/**'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['test/**'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
);
