/** Checks appointments (forms contract section 5.2). */
import { isTimeZone } from '../../time-zones.ts';
import { isObject } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import type { CheckOptions } from './check-options.ts';
import { checkKeys, checkText } from './check-structures.ts';
import {
  belowMinimumError,
  joinPath,
  notAfterError,
  type ValueError,
  wrongFormatError,
  wrongTypeError,
} from './value-error.ts';
import { parseZonedDateTime } from './zoned-time.ts';

/**
 * Checks start, end and IANA time zone of an appointment: it must start in the future and end after its start. Times
 * without an offset are local to the time zone. The engine does not know which times are available.
 */
export function checkScheduling(value: unknown, path: string, { now, allowsPast }: CheckOptions): ValueError[] {
  if (!isObject(value)) return [wrongTypeError(path, 'object')];
  const { startDate, endDate, timeZone } = value;
  const hasZone = typeof timeZone === 'string' && isTimeZone(timeZone);
  const instantOf = (date: unknown) =>
    typeof date === 'string' ? parseZonedDateTime(date, hasZone ? timeZone : 'Etc/UTC') : null;
  const [start, end] = [instantOf(startDate), instantOf(endDate)];
  const isPast = start !== null && hasZone && !allowsPast && start < now.getTime();
  return [
    ...checkKeys(value, ['startDate', 'endDate', 'timeZone'], path),
    ...checkText(value, 'startDate', { required: true, limit: formLimits.textLength }, path),
    ...checkText(value, 'endDate', { required: true, limit: formLimits.textLength }, path),
    ...checkText(value, 'timeZone', { required: true, limit: 50 }, path),
    ...(typeof startDate === 'string' && start === null
      ? [wrongFormatError(joinPath(path, 'startDate'), 'date-time')]
      : []),
    ...(typeof endDate === 'string' && end === null ? [wrongFormatError(joinPath(path, 'endDate'), 'date-time')] : []),
    ...(typeof timeZone === 'string' && !hasZone ? [wrongFormatError(joinPath(path, 'timeZone'), 'time-zone')] : []),
    ...(isPast ? [belowMinimumError(joinPath(path, 'startDate'), now.toISOString(), 'should be')] : []),
    ...(start !== null && end !== null && end <= start
      ? [notAfterError(joinPath(path, 'endDate'), String(startDate))]
      : []),
  ];
}
