/** Runs a row of the behaviour table and converts its outcome to JSON that has the same format for both clients. */
import type { InstalledNetwork } from './network.ts';
import type { Row, Subject } from './row.ts';

/** The outcome of a row: a value or an error. */
export type Outcome =
  | { readonly value: unknown }
  | {
      readonly error: {
        /** One of FLOW_MESSAGES, the error code of the server or the client, or the class of the error. */
        readonly code: string;
        readonly violations?: readonly Violation[];
      };
    };

interface Violation {
  readonly field: string;
  readonly rule?: string | undefined;
  /** Errors of individual values of a submission, in the form `path type`. */
  readonly errors?: readonly string[] | undefined;
}

/** Messages of errors in the redirect flow (specification section 8). The clients append details to some of them. */
const FLOW_MESSAGES = [
  'Invalid _state',
  'Missing code or _state',
  'OAuth flow timed out',
  'No redirect URL found',
  'Failed to fetch tokens from OAuth API',
  'Unknown _state',
  'System error occurred',
];

export async function outcomeOf(row: Row, subject: Subject, network: InstalledNetwork): Promise<Outcome> {
  network.reset();
  const normalize = createNormalizer();
  try {
    return { value: normalize(await row.run(subject)) };
  } catch (error) {
    return { error: failureOf(error) };
  }
}

interface ClientError {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string | number;
  readonly violations?: readonly WireViolation[];
  readonly details?: {
    readonly applicationError?: { readonly code?: string };
    readonly validationError?: { readonly fieldViolations?: readonly WireViolation[] };
  };
}

interface WireViolation {
  readonly field: string;
  readonly ruleName?: string;
  readonly data?: { readonly errors?: readonly { readonly errorPath: string; readonly errorType: string }[] };
}

/** Reads an error of either client. The vendor's data client names some codes only in the message. */
export function failureOf(thrown: unknown): { code: string; violations?: readonly Violation[] } {
  const error = (thrown ?? {}) as ClientError;
  const message = error.message ?? '';
  const wire = error.details?.validationError?.fieldViolations ?? error.violations ?? [];
  const violations = wire
    .map(({ field, ruleName, data }) => ({
      field,
      ...(ruleName ? { rule: ruleName } : {}),
      ...(data?.errors ? { errors: data.errors.map(({ errorPath, errorType }) => `${errorPath} ${errorType}`) } : {}),
    }))
    .sort((a, b) => (a.field < b.field ? -1 : 1));
  const code =
    FLOW_MESSAGES.find((messageStart) => message.startsWith(messageStart)) ??
    /WDE\d{4}/.exec(message)?.[0] ??
    error.details?.applicationError?.code ??
    (violations.length > 0 ? 'INVALID_ARGUMENT' : undefined) ??
    error.code ??
    error.name;
  return { code: String(code), ...(violations.length > 0 ? { violations } : {}) };
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const RECENT_MS = 3_600_000;

/**
 * Creates a function that replaces what differs between two runs: ids are numbered in the order in which they occur, and
 * recent dates become `<now>`. Functions and undefined properties are omitted.
 */
function createNormalizer(): (value: unknown) => unknown {
  const ids: string[] = [];
  const numberedId = (id: string) => {
    if (!ids.includes(id)) ids.push(id);
    return `<id ${ids.indexOf(id) + 1}>`;
  };
  const normalize = (value: unknown): unknown => {
    if (value instanceof Date) return isRecent(value) ? '<now>' : `<date ${value.toISOString()}>`;
    if (typeof value === 'string') return value.replaceAll(UUID, numberedId);
    if (Array.isArray(value)) return value.map(normalize);
    if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, one]) => one !== undefined && typeof one !== 'function')
        .map(([key, one]) => [key, normalize(one)])
        .sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)),
    );
  };
  return (value) => normalize(value) ?? null;
}

const isRecent = (date: Date): boolean => Math.abs(Date.now() - date.getTime()) < RECENT_MS;
