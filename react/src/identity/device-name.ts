import { readUserAgent } from '@portico/domain';
import type { Texts } from '../texts/index.ts';

/**
 * Returns a readable name of a `User-Agent`: `Firefox on Windows`. Programs that are not browsers are named after their
 * first product.
 */
export function deviceName(userAgent: string, { devices }: Texts): string {
  const { browser, system, program } = readUserAgent(userAgent);
  if (browser && system) return devices.both(browser, system);
  return browser ?? system ?? program ?? devices.unknown;
}
