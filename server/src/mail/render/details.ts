import { escapeHtml } from './layout.ts';
import { manyLines, oneLine, withoutLinks } from './values.ts';

/** The label and value of a field. */
export interface MailDetail {
  readonly label: string;
  readonly value: string;
}

const MOST_ROWS = 100;
const MOST_CHARACTERS = 2_000;
/** Maximum characters of all rows, because mail programs clip longer mails. */
const MOST_TOGETHER = 40_000;

/** Visitors wrote the values: returns lines without control characters, autolinks or excessive length. */
export function safeDetails(details: readonly MailDetail[]): MailDetail[] {
  const safe: MailDetail[] = [];
  let left = MOST_TOGETHER;
  for (const { label, value } of details.slice(0, MOST_ROWS)) {
    const most = Math.min(MOST_CHARACTERS, left);
    if (most <= 0) break;
    const text = manyLines(value, most);
    const shown = value.length > most ? `${text}…` : text;
    left -= shown.length;
    safe.push({ label: withoutLinks(oneLine(label)), value: shown.split('\n').map(withoutLinks).join('\n') });
  }
  return safe;
}

export const detailText = ({ label, value }: MailDetail): string => `${label}:\n${value}`;

export const detailHtml = ({ label, value }: MailDetail): MailDetail => ({
  label: escapeHtml(label),
  value: escapeHtml(value).replaceAll('\n', '<br>'),
});
