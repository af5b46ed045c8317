import type { SpamReport } from './queries.ts';

const titles: Readonly<Record<SpamReport['reportReason'], string>> = {
  EMAIL_BLOCKLISTED: 'The e-mail address is on your block list.',
  EMAIL_QUOTA_REACHED: 'Too many submissions with one e-mail address.',
  IP_BLOCKLISTED: 'The network address is on a block list.',
  AI_REPORTED: 'It reads or behaves like spam.',
  AI_REPORTED_LLM: 'It reads like spam.',
  MANUALLY_REPORTED: 'Reported by hand.',
  MODERATION_SPI: 'Reported by a program of yours.',
};

/** Why it is taken for spam, in a sentence or two. */
export function toldReason({ reportReason, reportReasonDescription: more = '' }: SpamReport): string {
  const title = titles[reportReason] ?? reportReason;
  return more === '' ? title : `${title} ${more}`;
}
