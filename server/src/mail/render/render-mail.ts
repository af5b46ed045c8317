import { fillPlaceholders, type Language, languages, type MailTemplate } from '@portico/domain';
import type { Site } from '../../kernel/ctx.ts';
import type { MailContent } from '../content.ts';
import { textsOf } from '../templates.ts';
import { detailToHtml, detailToText, type MailDetail, sanitizeDetails } from './details.ts';
import { escapeHtml, renderLayout } from './layout.ts';
import { sanitizeValues, toOneLine, withoutSecrets } from './values.ts';

export interface RenderInput {
  readonly site: Pick<Site, 'name' | 'origin' | 'settings'>;
  readonly language: Language;
  readonly template: MailTemplate;
  readonly values: Readonly<Record<string, string>>;
  readonly link?: string | undefined;
  readonly details?: readonly MailDetail[];
}

export interface RenderedMail extends MailContent {
  /** The subject with the code masked. */
  readonly listedSubject: string;
}

const ISOLATE = '\u2068';
const END_ISOLATE = '\u2069';

/** Renders a mail from its template and values: subject, plain text and HTML in the site's style. */
export function renderMail({ site, language, template, values, link, details = [] }: RenderInput): RenderedMail {
  const { timeZone } = site.settings;
  const all = { ...values, siteName: site.name };
  const safe = sanitizeValues(all, { language, timeZone });
  const { rtl } = languages[language];
  const { linkHint, footer } = textsOf[language];
  const fillLine = (text: string): string => toOneLine(fillPlaceholders(text, safe.line));
  // In a right-to-left line, each value is isolated, so that text in Latin script keeps its direction.
  const fillText = (text: string): string =>
    fillPlaceholders(text, (name) => {
      const value = safe.body(name);
      return value !== undefined && rtl && text !== `{${name}}` ? `${ISOLATE}${value}${END_ISOLATE}` : value;
    });
  const fillHtml = (text: string): string =>
    fillPlaceholders(escapeHtml(text), (name) => {
      const value = safe.body(name);
      return value === undefined ? undefined : `<bdi>${escapeHtml(value)}</bdi>`;
    });
  const paragraphs = paragraphsOf(template.text);
  const shownDetails = sanitizeDetails(details);
  const button = link && template.button ? { label: fillLine(template.button), link } : null;
  return {
    subject: fillLine(template.subject),
    listedSubject: toOneLine(
      fillPlaceholders(template.subject, sanitizeValues(withoutSecrets(all), { language, timeZone }).line),
    ),
    text: [
      fillText(template.heading),
      ...paragraphs.map(fillText),
      ...shownDetails.map(detailToText),
      ...(button ? [`${button.label}:\n${button.link}`] : []),
      `--\n${fillText(footer)}\n${site.origin}`,
    ].join('\n\n'),
    html: renderLayout({
      language,
      rtl,
      title: fillLine(template.subject),
      site: { name: escapeHtml(safe.body('siteName') ?? ''), origin: site.origin },
      theme: site.settings.theme,
      heading: fillHtml(template.heading),
      paragraphs: paragraphs.map((text) => ({ html: fillHtml(text), isCode: text.trim() === '{code}' })),
      details: shownDetails.map(detailToHtml),
      button,
      linkHint,
      footer: fillHtml(footer),
    }),
  };
}

const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
