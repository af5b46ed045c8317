import { readUserAgent } from '@portico/domain';
import type { Texts } from '../texts/index.ts';

/** A `User-Agent` in words that people know: `Firefox on Windows`. Programs are named by their first product. */
export function deviceName(userAgent: string, { devices }: Texts): string {
  const { browser, system, program } = readUserAgent(userAgent);
  if (browser && system) return devices.both(browser, system);
  return browser ?? system ?? program ?? devices.unknown;
}
