import { escapeHtml } from './layout.ts';
import { toLines, toOneLine, withoutLinks } from './values.ts';

/** The label and value of a field. */
export interface MailDetail {
  readonly label: string;
  readonly value: string;
}

const MAX_ROWS = 100;
const MAX_CHARACTERS = 2_000;
/** Maximum characters of all rows, because mail programs clip longer mails. */
const MAX_TOTAL_CHARACTERS = 40_000;

/**
 * Makes the details safe to send, because visitors wrote them. Removes control characters and autolinks, and limits the
 * length.
 */
export function sanitizeDetails(details: readonly MailDetail[]): MailDetail[] {
  const sanitizedDetails: MailDetail[] = [];
  let remaining = MAX_TOTAL_CHARACTERS;
  for (const { label, value } of details.slice(0, MAX_ROWS)) {
    const maxLength = Math.min(MAX_CHARACTERS, remaining);
    if (maxLength <= 0) break;
    const text = toLines(value, maxLength);
    const shown = value.length > maxLength ? `${text}…` : text;
    remaining -= shown.length;
    sanitizedDetails.push({
      label: withoutLinks(toOneLine(label)),
      value: shown.split('\n').map(withoutLinks).join('\n'),
    });
  }
  return sanitizedDetails;
}

export const detailToText = ({ label, value }: MailDetail): string => `${label}:\n${value}`;

export const detailToHtml = ({ label, value }: MailDetail): MailDetail => ({
  label: escapeHtml(label),
  value: escapeHtml(value).replaceAll('\n', '<br>'),
});
