import type { Driver } from '../driver.js';
import { driverIds, loadDriver } from '../drivers/registry.js';
import { failure, success, type Outcome } from '../outcome.js';
import { quote } from '../quote.js';
import { didYouMean } from '../suggest.js';

/** The driver that a command line names. An unknown one is "could not tell", never "nothing to do". */
export async function driverByName(id: string): Promise<Outcome<Driver>> {
  const driver = await loadDriver(id);
  if (driver !== undefined) return success(driver);
  return failure([{ code: 'MCP903', message: `no driver is called ${quote(id)}: this client was not examined`, fix: `See \`mcpolicy drivers\` for all of them.${didYouMean(id, driverIds)}`, subject: { driver: id } }]);
}
