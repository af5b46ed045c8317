/**
 * Receives and logs browsers' reports about violations of our pages' content security policy. Anyone
 * can send reports, so their size, their number and the logged part are limited.
 */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Log } from '../kernel/log.ts';

/** Path of the endpoint; the policies of the pages name it (`report-uri`). */
export const CSP_REPORT_PATH = '/portico/v1/csp-reports';

const BODY_LIMIT = 16_384;
const MAX_REPORTS_PER_BODY = 10;
/** Requests per minute from one address. */
const CALLS_PER_MINUTE = 30;
/** Lines per minute of this process. */
const LINES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
/** A violation on a page that many people visit is logged once in this time. */
const REPEAT_MS = 3_600_000;
const MAX_TEXT = 200;

interface Violation {
  readonly directive: string;
  readonly blocked: string;
  readonly page: string;
  readonly source: string | null;
  readonly line: number | null;
}

/** Mounts the endpoint. It responds with 204 to every report that can be parsed. */
export async function mountCspReports(http: FastifyInstance, log: Log): Promise<void> {
  const logViolation = createViolationLog(log);
  await http.register(async (scope) => {
    // Browsers send reports in the format of CSP level 2 (`report-uri`) or of the Reporting API.
    const types = ['application/csp-report', 'application/reports+json'];
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      try {
        done(null, JSON.parse(body as string));
      } catch (error) {
        done(error as Error);
      }
    });
    scope.post(
      CSP_REPORT_PATH,
      {
        bodyLimit: BODY_LIMIT,
        config: { endpoint: 'csp-reports', rateLimit: { max: CALLS_PER_MINUTE, timeWindow: MINUTE_MS } },
      },
      async (request, reply) => {
        for (const violation of readViolations(request.body)) logViolation(violation);
        return reply.code(204).send();
      },
    );
  });
}

/** Returns a function that logs a violation at most once in REPEAT_MS, and at most LINES_PER_MINUTE in a minute. */
function createViolationLog(log: Log): (violation: Violation) => void {
  const logged = new LRUCache<string, true>({ max: 1_000, ttl: REPEAT_MS });
  let minuteEndsAt = 0;
  let lines = 0;
  return (violation) => {
    const key = JSON.stringify([violation.directive, violation.blocked, violation.page]);
    if (logged.has(key)) return;
    if (performance.now() >= minuteEndsAt) {
      minuteEndsAt = performance.now() + MINUTE_MS;
      lines = 0;
    }
    lines += 1;
    if (lines > LINES_PER_MINUTE) return;
    logged.set(key, true);
    log.warn({ ...violation }, 'a page violated its content security policy');
  };
}

function readViolations(body: unknown): Violation[] {
  const reports = Array.isArray(body) ? body.slice(0, MAX_REPORTS_PER_BODY) : [body];
  return reports.flatMap((report) => {
    const { type, body: inner, 'csp-report': legacyFields } = asRecord(report);
    if (type !== undefined && type !== 'csp-violation') return [];
    const fields = asRecord(legacyFields ?? inner);
    const directive = fields['effective-directive'] ?? fields.effectiveDirective ?? fields['violated-directive'];
    if (typeof directive !== 'string') return [];
    const source = fields['source-file'] ?? fields.sourceFile;
    const line = fields['line-number'] ?? fields.lineNumber;
    return [
      {
        directive: directive.slice(0, MAX_TEXT),
        blocked: withoutQuery(fields['blocked-uri'] ?? fields.blockedURL),
        page: withoutQuery(fields['document-uri'] ?? fields.documentURL),
        source: source === undefined ? null : withoutQuery(source),
        line: typeof line === 'number' ? line : null,
      },
    ];
  });
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/**
 * Returns an address without user, query and fragment, which can contain secrets. Returns other texts, such as
 * `inline`, as they are.
 */
function withoutQuery(value: unknown): string {
  if (typeof value !== 'string') return '';
  const url = URL.parse(value);
  if (!url) return value.replace(/[?#].*$/s, '').slice(0, MAX_TEXT);
  return (url.origin === 'null' ? url.protocol : `${url.origin}${url.pathname}`).slice(0, MAX_TEXT);
}
