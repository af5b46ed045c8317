import type { Site } from '../../kernel/ctx.ts';
import { chooseTextColor } from './colors.ts';

export interface HtmlParts {
  readonly language: string;
  readonly rtl: boolean;
  readonly title: string;
  /** `name` is HTML, so it must already be escaped. */
  readonly site: { readonly name: string; readonly origin: string };
  readonly theme: Site['settings']['theme'];
  /** HTML, already escaped, like the paragraphs and the footer. */
  readonly heading: string;
  readonly paragraphs: readonly { readonly html: string; readonly isCode: boolean }[];
  /** Labels and values are HTML, already escaped. */
  readonly details: readonly { readonly label: string; readonly value: string }[];
  readonly button: { readonly label: string; readonly link: string } | null;
  readonly linkHint: string;
  readonly footer: string;
}

const ACCENT = '#2f5bd8';
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const RADIUS = { SHARP: '0', ROUNDED: '8px', ROUND: '22px' } as const;

/** Dark colors for mail programs that support prefers-color-scheme; others use the inline colors. */
const DARK_CSS = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; }
  .card { background: #21242b !important; border-color: #3a3f4a !important; }
  .words { color: #eceef2 !important; }
  .quiet { color: #a9afbb !important; }
  .code { background: #2c303a !important; color: #ffffff !important; }
}`;

/**
 * Renders a mail as HTML. Uses tables and inline styles, because mail programs support little else. All mail styles are
 * defined here.
 */
export function renderLayout(parts: HtmlParts): string {
  const { language, rtl, title, theme, heading, paragraphs, details, button } = parts;
  const side = rtl ? 'right' : 'left';
  const body = [
    renderBrand(parts),
    `<h1 class="words" style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;color:#1b1e25">${heading}</h1>`,
    ...paragraphs.map(renderParagraph),
    ...(details.length > 0 ? [tableOf(details)] : []),
    ...(button ? [renderButton(button.label, button.link, theme), linkOf(parts.linkHint, button.link)] : []),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${rtl ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${DARK_CSS}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f7">
<div role="main">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f7"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" dir="${rtl ? 'rtl' : 'ltr'}" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="card" align="${side}" style="background:#ffffff;border:1px solid #e2e5eb;border-radius:${RADIUS[theme.corners]};padding:32px;${FONT}">
${body.join('\n')}
</td></tr>
<tr><td class="quiet" align="center" style="padding:20px 12px;font-size:13px;line-height:1.5;color:#5d6471;${FONT}">${parts.footer}<br><a class="quiet" href="${escapeHtml(parts.site.origin)}" style="color:#5d6471"><bdi>${escapeHtml(parts.site.origin)}</bdi></a></td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`;
}

function renderBrand({ site, theme }: HtmlParts): string {
  const logo = theme.logoUrl && URL.parse(theme.logoUrl, site.origin)?.href;
  const shown = logo
    ? `<img src="${escapeHtml(logo)}" alt="${site.name}" height="40" style="height:40px;max-width:240px;border:0">`
    : site.name;
  return `<p class="words" style="margin:0 0 24px;font-size:16px;font-weight:600;color:#1b1e25">${shown}</p>`;
}

function renderParagraph({ html, isCode }: HtmlParts['paragraphs'][number]): string {
  if (isCode) {
    return `<p class="code" dir="ltr" style="margin:0 0 16px;padding:14px;text-align:center;background:#f3f4f7;border-radius:6px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;letter-spacing:6px;color:#1b1e25">${html}</p>`;
  }
  return `<p class="words" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:#1b1e25">${html.replaceAll('\n', '<br>')}</p>`;
}

const tableOf = (details: HtmlParts['details']): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${details.map(rowOf).join('')}</table>`;

const rowOf = ({ label, value }: HtmlParts['details'][number]): string =>
  `<tr><td class="quiet" dir="auto" style="padding:8px 0 0;font-size:13px;line-height:1.5;color:#5d6471">${label}</td></tr><tr><td class="words" dir="auto" style="padding:0 0 8px;font-size:16px;line-height:1.5;color:#1b1e25;word-break:break-word">${value}</td></tr>`;

function renderButton(label: string, link: string, theme: Site['settings']['theme']): string {
  const accent = theme.accentColor ?? ACCENT;
  const style = `display:inline-block;padding:12px 22px;font-size:16px;font-weight:600;text-decoration:none;color:${chooseTextColor(accent)};background:${accent};border-radius:${RADIUS[theme.corners]}`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td bgcolor="${accent}" style="border-radius:${RADIUS[theme.corners]}"><a href="${escapeHtml(link)}" style="${style}">${escapeHtml(label)}</a></td></tr></table>`;
}

const linkOf = (hint: string, link: string): string =>
  `<p class="quiet" style="margin:0;font-size:13px;line-height:1.5;color:#5d6471">${escapeHtml(hint)}<br><a class="quiet" dir="ltr" href="${escapeHtml(link)}" style="color:#5d6471;word-break:break-all">${escapeHtml(link)}</a></p>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes HTML. Threat: markup in names and texts (a form, a tracking picture, a link with another label). */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
