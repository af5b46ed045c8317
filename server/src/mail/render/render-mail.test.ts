import { findTemplateFaults, languageCodes, type MailKind, mailKindNames, mailKinds } from '@portico/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../sites/settings/site-settings.ts';
import { runs, seed } from '../../testing/runs.ts';
import { defaultTemplateOf, textsOf } from '../templates.ts';
import { chooseTextColor } from './colors.ts';
import { type RenderedMail, type RenderInput, renderMail } from './render-mail.ts';
import { sampleLink, sampleValues } from './sample.ts';

const site = { name: 'Bakery', origin: 'https://bakery.example', settings: settingsOf({}) };

const render = (kind: MailKind, more: Partial<RenderInput> = {}): RenderedMail => {
  const language = more.language ?? 'en';
  return renderMail({ site, language, template: defaultTemplateOf(kind, language), values: {}, ...more });
};

const hrefsOf = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
const INVISIBLE = /[\u200b\u2068\u2069]/g;

describe.each(languageCodes)('the texts in %s', (language) => {
  it.each(mailKindNames)('%s is a valid template, and leaves no placeholder', (kind) => {
    const template = defaultTemplateOf(kind, language);
    expect(findTemplateFaults(kind, template)).toEqual([]);
    expect(template.button !== '').toBe(mailKinds[kind].link);
    const link = mailKinds[kind].link ? sampleLink(site) : undefined;
    const mail = render(kind, { language, values: sampleValues(new Date(0)), link });
    expect(mail.subject).not.toMatch(/[{}]/);
    expect(mail.text).not.toMatch(/[{}]/);
    expect(mail.html.replace(/<style>[\s\S]*<\/style>/, '')).not.toMatch(/[{}]/);
    expect(mail.text).toContain(textsOf[language].footer.replace('{siteName}', '').slice(0, 10));
    expect(hrefsOf(mail.html).every((href) => href === link || href === site.origin)).toBe(true);
  });
});

describe('values', () => {
  it('replace their placeholders, with a readable time', () => {
    const values = { device: 'Firefox', address: '203.0.113.7', time: '2026-03-01T10:30:00.000Z' };
    const { text } = render('NEW_DEVICE', { values, language: 'de' });
    expect(text.replace(INVISIBLE, '')).toContain(
      'Gerät: Firefox\nAdresse: 203.0.113.7\nZeitpunkt: 1. März 2026 um 10:30 UTC',
    );
  });

  it('show times in the time zone of the site', () => {
    const values = { device: 'Firefox', address: '203.0.113.7', time: '2026-07-01T22:30:00.000Z' };
    const siteInBerlin = { ...site, settings: settingsOf({ timeZone: 'Europe/Berlin' }) };
    const template = defaultTemplateOf('NEW_DEVICE', 'en');
    const { text } = renderMail({ site: siteInBerlin, language: 'en', template, values });
    expect(text.replace(INVISIBLE, '')).toContain('July 2, 2026 at 12:30 AM GMT+2');
  });

  it('are not searched for placeholders', () => {
    const { text, html } = render('APPROVAL_WAITING', { values: { memberEmail: '{siteName} {memberEmail} $& $1' } });
    expect(text).toContain('{siteName} {memberEmail} $& $1 has registered');
    expect(html).toContain('{siteName} {memberEmail} $&amp; $1');
  });

  it('show a code in the subject of the mail, but mask it in the list of the outbox', () => {
    const { subject, listedSubject, text } = render('VERIFY_EMAIL', { values: { code: '123456' } });
    expect([subject, listedSubject]).toEqual(['123456 is your code for Bakery', '•••••• is your code for Bakery']);
    expect(text).toContain('\n\n123456\n\n');
  });

  it('keep their direction from left to right in a text from right to left', () => {
    const { text, html } = render('EMAIL_CHANGED', { language: 'he', values: { newEmail: 'sam@example.com' } });
    expect(text).toContain('\u2068sam@example.com\u2069');
    expect(html).toContain('<bdi>sam@example.com</bdi>');
    expect(html).toContain('dir="rtl"');
  });
});

describe('attacks', () => {
  it('an address in a name does not become a link, neither in our HTML nor for programs that detect addresses: 0 of 9', () => {
    const names = [
      'You won! evil.example/prize',
      'https://evil.example/login',
      'http://192.0.2.1/x',
      'www.evil.example',
      'ftp://evil.example',
      'mailto:x@evil.example?subject=y',
      'x@evil.example/path',
      'javascript:alert(1)',
      'evil.example:8080',
    ];
    /** Matches what mail programs detect as a link: a scheme, or a name with a dot and letters after it. */
    const looksLikeLink = /[a-z][a-z+.-]*:\/\/\S|\b(mailto|javascript):[^\s\u200b]|[a-z0-9]\.[a-z]{2,}/i;
    for (const name of names) {
      expect(name).toMatch(looksLikeLink);
      const named = { ...site, name };
      const { text, html } = render('NEW_DEVICE', { site: named, values: { device: name, address: name, time: name } });
      const withoutOrigin = (shown: string): string => shown.replaceAll(site.origin, '');
      expect(withoutOrigin(text)).not.toMatch(looksLikeLink);
      const words = html
        .replace(/<title>.*<\/title>/, '')
        .replace(/<style>[\s\S]*<\/style>/, '')
        .replace(/<[^>]*>/g, ' ');
      expect(withoutOrigin(words)).not.toMatch(looksLikeLink);
      expect(hrefsOf(html)).toEqual([site.origin]);
    }
  });

  it('bidirectional control characters are removed', () => {
    const { text } = render('APPROVAL_WAITING', { values: { memberEmail: 'a\u202e\u2066\u200fb' } });
    expect(text).toContain('ab has registered');
  });

  it('whatever a value contains, the HTML has the same elements and the subject is one line', () => {
    const elementsOf = (html: string): string => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag).join('');
    const text = 'Hello {memberEmail} of {siteName}';
    const template = { subject: text, heading: text, text, button: 'Go {memberEmail}' };
    const plain = elementsOf(
      render('APPROVAL_WAITING', { template, values: { memberEmail: 'x' }, link: `${site.origin}/x` }).html,
    );
    const hostileText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('<', '>', '"', "'", '&', '{siteName}', '\r\n', '\n', '\u2028', '$&', '</td>', '<b>'), {
          maxLength: 8,
        })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(hostileText, hostileText, (memberEmail, name) => {
        const mail = render('APPROVAL_WAITING', {
          template,
          site: { ...site, name },
          values: { memberEmail },
          link: `${site.origin}/x`,
        });
        expect(elementsOf(mail.html)).toBe(plain);
        expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: runs(2_000), seed },
    );
  });
});

describe('the layout', () => {
  it('uses the logo and the colour of the site', () => {
    const theme = { ...site.settings.theme, logoUrl: '/logo.png', accentColor: '#ffee00' };
    const { html } = render('RECOVERY', {
      site: { ...site, settings: { ...site.settings, theme } },
      link: `${site.origin}/x`,
    });
    expect(html).toContain('<img src="https://bakery.example/logo.png" alt="Bakery"');
    expect(html).toContain('color:#16181d;background:#ffee00');
  });

  it.each([
    ['#000000', '#ffffff'],
    ['#ffffff', '#16181d'],
    ['#2f5bd8', '#ffffff'],
    ['#ffd400', '#16181d'],
  ])('the label on %s is %s', (background, text) => {
    expect(chooseTextColor(background)).toBe(text);
  });
});
