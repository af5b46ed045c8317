import { createHash } from 'node:crypto';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { networkOf } from '../../kernel/network-of.ts';
import { findUsedWindows, takeFromWindows, type Window } from '../../sites/index.ts';
import type { FormRow } from '../forms/wire.ts';
import { setsSubmissionState } from '../permissions.ts';
import { isBlockedAddress, isBlockedEmail } from './block-lists.ts';
import { isDisposable } from './disposable-domains.ts';
import { readSignals, type Signals } from './signals.ts';
import type { Verdict } from './store.ts';
import { SPAM_SCORE, scoreOf } from './text-score.ts';
import { type Written, writtenIn } from './texts.ts';

interface Judged {
  /** with the forms that fill in its fields */
  readonly form: FormRow;
  readonly values: Readonly<Record<string, unknown>>;
  readonly signals: Signals;
}

const HOUR = 3_600;
/** submissions of one network to one form in ten minutes: an office or a class behind one address is no robot */
const PER_NETWORK = 30;
const NETWORK_SECONDS = 600;
/** how often the same texts are taken an hour */
const SAME_TEXTS = 3;
/** shorter texts (a first name, "Yes, please") are the same by chance */
const SHORTEST_TEXTS = 25;

/**
 * Whether a submission with checked values is spam, by the level of its form: at NONE by the owner's lists alone, at
 * BASIC by rates and by wrong signals of our own form too, at ADVANCED by what it says besides. What a plain client does
 * not send counts nothing. People and apps that manage submissions are not judged. Counts the submission in the windows
 * of its sender where it is no spam: to be called once for each, outside of the transaction that stores it, since others
 * who count there wait for its end.
 */
export async function judge(ctx: SiteCtx, judged: Judged): Promise<Verdict | null> {
  if (setsSubmissionState(ctx.caller)) return null;
  const { verdict, windows } = await look(ctx, judged, ctx.address);
  if (verdict) return verdict;
  const used = await takeFromWindows(ctx, [...windows.keys()]);
  return verdictOfWindows(windows, used);
}

/** What `judge` would say of a submission whose sender's address is not known. Counts nothing. */
export async function foresee(ctx: SiteCtx, judged: Omit<Judged, 'signals'>): Promise<Verdict | null> {
  const { verdict, windows } = await look(ctx, { ...judged, signals: {} }, null);
  return verdict ?? verdictOfWindows(windows, await findUsedWindows(ctx, [...windows.keys()]));
}

type Windows = ReadonlyMap<Window, Verdict>;

/** What can be said without counting, and what has to be counted. */
async function look(
  ctx: SiteCtx,
  { form, values, signals }: Judged,
  address: string | null,
): Promise<{ verdict: Verdict | null; windows: Windows }> {
  const written = writtenIn(form.document, values);
  const level = form.document.spamFilterProtectionLevel ?? 'ADVANCED';
  const said = (verdict: Verdict | null, windows: Windows = new Map()) => ({ verdict, windows });

  const blocked = blockedByOwner(ctx, written, address);
  if (blocked || level === 'NONE') return said(blocked);
  const read = await readSignals(ctx, form.id, signals);
  if (read.wrong !== null) return said(heuristic(read.wrong));
  const windows = new Map([...ratesOf(ctx, form, written, address)]);
  if (read.once) windows.set(read.once, heuristic('It came with a ticket that was used before.'));
  if (level === 'BASIC') return said(null, windows);

  const same = sameTexts(form, written);
  if (same) windows.set(same, heuristic(`The same text came more than ${SAME_TEXTS} times within an hour.`));
  return said(disposable(written) ?? suspicious(written), windows);
}

function blockedByOwner({ site }: SiteCtx, { emails }: Written, address: string | null): Verdict | null {
  const { blockedAddresses, blockedEmails } = site.settings.forms.spam;
  if (address !== null && isBlockedAddress(address, blockedAddresses)) {
    return { reason: 'IP_BLOCKLISTED', description: `The address ${address} is on the site's block list.` };
  }
  const blocked = emails.find((email) => isBlockedEmail(email, blockedEmails));
  if (blocked === undefined) return null;
  return { reason: 'EMAIL_BLOCKLISTED', description: `${blocked.slice(0, 150)} is on the site's block list.` };
}

function ratesOf(
  { env, site }: SiteCtx,
  form: FormRow,
  { emails }: Written,
  address: string | null,
): (readonly [Window, Verdict])[] {
  const { emailsPerHour } = site.settings.forms.spam;
  const quota = {
    reason: 'EMAIL_QUOTA_REACHED',
    description: `More than ${emailsPerHour} submissions of one e-mail address came within an hour.`,
  } as const;
  const rates = emails.map((email) => [window('form-email', email, emailsPerHour, HOUR), quota] as const);
  if (!env.limits || address === null) return rates;
  const rate = window('form-network', `${form.id} ${networkOf(address)}`, PER_NETWORK, NETWORK_SECONDS);
  return [...rates, [rate, heuristic('Too many submissions came from one address within ten minutes.')]];
}

function sameTexts(form: FormRow, { texts }: Written): Window | null {
  const plain = texts.map(({ text }) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()).join('\n');
  if (plain.length < SHORTEST_TEXTS) return null;
  const hash = createHash('sha256').update(plain).digest('base64url');
  return window('form-text', `${form.id} ${hash}`, SAME_TEXTS, HOUR);
}

function disposable({ emails }: Written): Verdict | null {
  const found = emails.find(isDisposable);
  if (found === undefined) return null;
  return {
    reason: 'EMAIL_BLOCKLISTED',
    description: `${found.slice(0, 150)} is of a provider of throw-away addresses.`,
  };
}

function suspicious({ texts }: Written): Verdict | null {
  const { points, signs } = scoreOf(texts);
  return points < SPAM_SCORE ? null : heuristic(`It looks like advertising: ${signs.join(', ')}.`);
}

const verdictOfWindows = (windows: Windows, used: readonly string[]): Verdict | null =>
  [...windows].find(([{ subject }]) => used.includes(subject))?.[1] ?? null;

const window = (kind: string, of: string, most: number, seconds: number): Window => ({
  subject: `${kind} ${of}`,
  most,
  seconds,
});

const heuristic = (description: string): Verdict => ({ reason: 'AI_REPORTED', description });
