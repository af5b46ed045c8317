import { fillPlaceholders, type Language, languages, type MailTemplate } from '@portico/domain';
import type { Site } from '../../kernel/ctx.ts';
import type { MailContent } from '../content.ts';
import { textsOf } from '../templates.ts';
import { detailHtml, detailText, type MailDetail, safeDetails } from './details.ts';
import { escapeHtml, htmlLayout } from './layout.ts';
import { oneLine, safeValues, withoutSecrets } from './values.ts';

export interface ToRender {
  readonly site: Pick<Site, 'name' | 'origin' | 'settings'>;
  readonly language: Language;
  readonly template: MailTemplate;
  readonly values: Readonly<Record<string, string>>;
  readonly link?: string | undefined;
  readonly details?: readonly MailDetail[];
}

export interface RenderedMail extends MailContent {
  /** the subject with the code masked */
  readonly listedSubject: string;
}

const ISOLATE = '\u2068';
const END_ISOLATE = '\u2069';

/** Renders a mail from its template and values: subject, plain text and HTML in the site's style. */
export function renderMail({ site, language, template, values, link, details = [] }: ToRender): RenderedMail {
  const { timeZone } = site.settings;
  const all = { ...values, siteName: site.name };
  const safe = safeValues(all, { language, timeZone });
  const { rtl } = languages[language];
  const { linkHint, footer } = textsOf[language];
  const line = (text: string): string => oneLine(fillPlaceholders(text, safe.line));
  // Latin values inside a line from right to left keep their own direction.
  const plain = (text: string): string =>
    fillPlaceholders(text, (name) => {
      const value = safe.body(name);
      return value !== undefined && rtl && text !== `{${name}}` ? `${ISOLATE}${value}${END_ISOLATE}` : value;
    });
  const html = (text: string): string =>
    fillPlaceholders(escapeHtml(text), (name) => {
      const value = safe.body(name);
      return value === undefined ? undefined : `<bdi>${escapeHtml(value)}</bdi>`;
    });
  const paragraphs = paragraphsOf(template.text);
  const shown = safeDetails(details);
  const button = link && template.button ? { label: line(template.button), link } : null;
  return {
    subject: line(template.subject),
    listedSubject: oneLine(
      fillPlaceholders(template.subject, safeValues(withoutSecrets(all), { language, timeZone }).line),
    ),
    text: [
      plain(template.heading),
      ...paragraphs.map(plain),
      ...shown.map(detailText),
      ...(button ? [`${button.label}:\n${button.link}`] : []),
      `--\n${plain(footer)}\n${site.origin}`,
    ].join('\n\n'),
    html: htmlLayout({
      language,
      rtl,
      title: line(template.subject),
      site: { name: escapeHtml(safe.body('siteName') ?? ''), origin: site.origin },
      theme: site.settings.theme,
      heading: html(template.heading),
      paragraphs: paragraphs.map((text) => ({ html: html(text), code: text.trim() === '{code}' })),
      details: shown.map(detailHtml),
      button,
      linkHint,
      footer: html(footer),
    }),
  };
}

const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
