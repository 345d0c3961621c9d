import type { ExactDriver } from '../../driver.js';
import { capabilities } from './capabilities.js';
import { launch } from './launch.js';
import { nameable, offeredAs } from './names.js';
import { notes } from './notes.js';
import { project } from './project.js';
import { endpointKeys, read, transportKeys } from './read.js';
import { refusals } from './refusals.js';
import { decide } from './rules.js';

/** Gemini CLI: `[[rule]]` tables of a policy file, servers in settings.json. */
export const geminiCli: ExactDriver = {
  verdict: 'exact',
  id: 'gemini-cli',
  title: 'Gemini CLI',
  docs: 'https://geminicli.com/docs/reference/policy-engine/',
  since: '0.31.0',
  contractVersion: 1,
  requiresTransport: false,
  parts: [
    { id: 'policy', title: 'policies/*.toml', format: 'toml', target: 'file' },
    { id: 'settings', title: 'settings.json', format: 'json', target: 'serversFile', projectFile: '.gemini/settings.json' },
  ],
  evidence: [
    { client: '@google/gemini-cli 0.61.0', grade: 'run', date: '2026-11-30', source: 'headless on loopback: test/conformance/gemini-cli' },
    { client: '@google/gemini-cli 0.61.0', grade: 'source', date: '2026-11-30', source: 'bundle: ruleMatches, generateValidName, resolveEnvVarsInString, expandEnvVars, isEnabled' },
  ],
  capabilities,
  nameable,
  offeredAs,
  refusals,
  notes,
  project,
  read,
  decide,
  transportKeys,
  endpointKeys,
  launch,
};
