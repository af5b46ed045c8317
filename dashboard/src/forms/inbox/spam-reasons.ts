import type { SpamReport } from './queries.ts';

const titles: Readonly<Record<SpamReport['reportReason'], string>> = {
  EMAIL_BLOCKLISTED: 'The e-mail address is on your block list.',
  EMAIL_QUOTA_REACHED: 'Too many submissions came from the same e-mail address.',
  IP_BLOCKLISTED: 'The network (IP) address is on a block list.',
  AI_REPORTED: 'Its text or its sender’s behavior looks like spam.',
  AI_REPORTED_LLM: 'It reads like spam.',
  MANUALLY_REPORTED: 'Marked as spam by your team.',
  MODERATION_SPI: 'Marked as spam by one of your apps.',
};

/** Describes in one or two sentences why a submission was marked as spam. */
export function describeSpamReason({ reportReason, reportReasonDescription: details = '' }: SpamReport): string {
  const title = titles[reportReason] ?? reportReason;
  return details === '' ? title : `${title} ${details}`;
}
