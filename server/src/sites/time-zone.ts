import { isTimeZone } from '@portico/domain/time-zones';
import { ViolationError } from '../kernel/app-error.ts';

/** @throws ViolationError for a name that is not in the IANA database */
export function checkTimeZone(timeZone: string | undefined): void {
  if (timeZone === undefined || isTimeZone(timeZone)) return;
  const description = `"${timeZone}" is not a time zone. Use an IANA name, for example Europe/Berlin.`;
  throw new ViolationError([{ field: 'site.timeZone', description, violatedRule: 'NOT_ALLOWED_VALUE' }]);
}
