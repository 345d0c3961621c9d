import { admit } from '../compile.js';
import type { Driver, ExactDriver, Launcher } from '../driver.js';
import type { NormalizedPolicy } from '../model.js';
import { failure, success, type Outcome } from '../outcome.js';
import { quote } from '../quote.js';

/** A driver that can give a policy to one run. */
export interface Launchable {
  readonly driver: ExactDriver;
  readonly launcher: Launcher;
}

/** The driver behind the gate, if it has a way to give this policy to one run. */
export function launchable(driver: Driver, policy: NormalizedPolicy): Outcome<Launchable> {
  const admitted = admit(driver, policy, { policyOnly: true });
  if (!admitted.ok) return admitted;
  const { launch } = admitted.value;
  if (launch === undefined) return failure([{ code: 'MCP508', message: `${driver.title} has no way to take a policy for one run`, subject: { driver: driver.id } }]);
  const undeclared = launch.isClosed ? policy.servers.filter(({ transport }) => transport === undefined) : [];
  if (undeclared.length > 0) return failure(undeclared.map(({ name }) => ({ code: 'MCP509', message: `server ${quote(name)}: a run of ${driver.title} has the servers of the spec only, and the spec gives this one no command and no url`, subject: { driver: driver.id, server: name } })));
  return success({ driver: admitted.value, launcher: launch }, admitted.notes);
}
