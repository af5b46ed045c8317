import { createHash } from 'node:crypto';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { findExhaustedWindows, takeFromWindows, type Window } from '../../sites/index.ts';
import type { FormRow } from '../forms/wire.ts';
import { mayManageSubmissions } from '../permissions.ts';
import { isBlockedAddress, isBlockedEmail } from './block-lists.ts';
import { isDisposable } from './disposable-domains.ts';
import { readSignals, type Signals } from './signals.ts';
import type { Verdict } from './store.ts';
import { SPAM_SCORE, scoreOf } from './text-score.ts';
import { type WrittenContent, writtenContentOf } from './written-content.ts';

interface SubmissionToClassify {
  /** The form with its nested forms (`loadFormWithNested`). */
  readonly form: FormRow;
  readonly values: Readonly<Record<string, unknown>>;
  readonly signals: Signals;
}

const HOUR_SECONDS = 3_600;
/** Maximum number of submissions per form and network in ten minutes. A school class may share one address. */
const MAX_PER_NETWORK = 30;
const NETWORK_WINDOW_SECONDS = 600;
/** Maximum number of submissions per hour with the same texts. */
const MAX_SAME_TEXTS = 3;
/** Shorter texts (a first name, "Yes, please") are often equal by chance. */
const MIN_COMPARED_LENGTH = 25;

/**
 * Classifies a submission with checked values. The form's level of spam filter selects the checks: NONE uses
 * only the owner's block lists, BASIC adds rates and the signals of Portico's form component, and ADVANCED adds the
 * texts. A missing signal is no sign of spam, because other clients do not send signals. Submissions of callers who
 * manage submissions are not classified.
 *
 * If the submission is not spam, it is counted in the rate windows of its sender. Call this once per submission and
 * outside of the transaction that stores it, because other submissions wait for the locks of these windows.
 * @returns null if the submission is not spam
 */
export async function classify(ctx: SiteCtx, submission: SubmissionToClassify): Promise<Verdict | null> {
  if (mayManageSubmissions(ctx.caller)) return null;
  const { verdict, windows } = await inspect(ctx, submission, ctx.address);
  if (verdict) return verdict;
  const exhaustedWindows = await takeFromWindows(ctx, [...windows.keys()]);
  return verdictOfWindows(windows, exhaustedWindows);
}

/** Returns the verdict of `classify` for a submission whose address is unknown. Counts nothing. */
export async function previewVerdict(
  ctx: SiteCtx,
  submission: Omit<SubmissionToClassify, 'signals'>,
): Promise<Verdict | null> {
  const { verdict, windows } = await inspect(ctx, { ...submission, signals: {} }, null);
  return verdict ?? verdictOfWindows(windows, await findExhaustedWindows(ctx, [...windows.keys()]));
}

/** Rate windows, each with the verdict that follows if it is exhausted. */
type Windows = ReadonlyMap<Window, Verdict>;

interface Inspection {
  readonly verdict: Verdict | null;
  readonly windows: Windows;
}

/**
 * Returns a verdict that needs no counting, or null, and the windows in which a submission without a verdict is
 * counted.
 */
async function inspect(
  ctx: SiteCtx,
  { form, values, signals }: SubmissionToClassify,
  address: string | null,
): Promise<Inspection> {
  const content = writtenContentOf(form.document, values);
  const level = form.document.spamFilterProtectionLevel ?? 'ADVANCED';
  const result = (verdict: Verdict | null, windows: Windows = new Map()): Inspection => ({ verdict, windows });

  const blockListVerdict = findBlockListVerdict(ctx, content, address);
  if (blockListVerdict || level === 'NONE') return result(blockListVerdict);
  const read = await readSignals(ctx, form.id, signals);
  if (read.problem !== null) return result(heuristicVerdict(read.problem));
  const windows = new Map([...rateWindowsOf(ctx, form, content, address)]);
  if (read.ticketWindow)
    windows.set(read.ticketWindow, heuristicVerdict('The form was sent a second time without being opened again.'));
  if (level === 'BASIC') return result(null, windows);

  const sameTexts = sameTextsWindowOf(form, content);
  if (sameTexts) {
    windows.set(
      sameTexts,
      heuristicVerdict(`The same text was submitted more than ${MAX_SAME_TEXTS} times within an hour.`),
    );
  }
  return result(findDisposableVerdict(content) ?? findTextVerdict(content), windows);
}

function findBlockListVerdict({ site }: SiteCtx, { emails }: WrittenContent, address: string | null): Verdict | null {
  const { blockedAddresses, blockedEmails } = site.settings.forms.spam;
  if (address !== null && isBlockedAddress(address, blockedAddresses)) {
    return { reason: 'IP_BLOCKLISTED', description: `The address ${address} is on the site's block list.` };
  }
  const blocked = emails.find((email) => isBlockedEmail(email, blockedEmails));
  if (blocked === undefined) return null;
  return { reason: 'EMAIL_BLOCKLISTED', description: `${blocked.slice(0, 150)} is on the site's block list.` };
}

function rateWindowsOf(
  { env, site }: SiteCtx,
  form: FormRow,
  { emails }: WrittenContent,
  address: string | null,
): (readonly [Window, Verdict])[] {
  const { emailsPerHour } = site.settings.forms.spam;
  const quotaVerdict = {
    reason: 'EMAIL_QUOTA_REACHED',
    description: `More than ${emailsPerHour} submissions with the same e-mail address were sent within an hour.`,
  } as const;
  const emailWindows = emails.map(
    (email) => [windowOf('form-email', email, emailsPerHour, HOUR_SECONDS), quotaVerdict] as const,
  );
  if (!env.hasRateLimits || address === null) return emailWindows;
  const networkWindow = windowOf(
    'form-network',
    `${form.id} ${networkOf(address)}`,
    MAX_PER_NETWORK,
    NETWORK_WINDOW_SECONDS,
  );
  return [
    ...emailWindows,
    [networkWindow, heuristicVerdict('Too many submissions were sent from one IP address within ten minutes.')],
  ];
}

/** Returns the rate window that counts submissions with the same texts, ignoring letter case and spacing. */
function sameTextsWindowOf(form: FormRow, { texts }: WrittenContent): Window | null {
  const normalized = texts
    .map(({ text }) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim())
    .join('\n');
  if (normalized.length < MIN_COMPARED_LENGTH) return null;
  const hash = createHash('sha256').update(normalized).digest('base64url');
  return windowOf('form-text', `${form.id} ${hash}`, MAX_SAME_TEXTS, HOUR_SECONDS);
}

function findDisposableVerdict({ emails }: WrittenContent): Verdict | null {
  const found = emails.find(isDisposable);
  if (found === undefined) return null;
  return {
    reason: 'EMAIL_BLOCKLISTED',
    description: `${found.slice(0, 150)} is an address of a disposable e-mail provider.`,
  };
}

function findTextVerdict({ texts }: WrittenContent): Verdict | null {
  const { points, signalNames } = scoreOf(texts);
  return points < SPAM_SCORE
    ? null
    : heuristicVerdict(`The submission looks like advertising: ${signalNames.join(', ')}.`);
}

const verdictOfWindows = (windows: Windows, exhaustedWindows: readonly string[]): Verdict | null =>
  [...windows].find(([{ subject }]) => exhaustedWindows.includes(subject))?.[1] ?? null;

const windowOf = (kind: string, key: string, max: number, seconds: number): Window => ({
  subject: `${kind} ${key}`,
  max,
  seconds,
});

const heuristicVerdict = (description: string): Verdict => ({ reason: 'AI_REPORTED', description });
