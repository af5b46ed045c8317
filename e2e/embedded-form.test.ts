/** A form on a website of another origin, shown with the published React components. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './support/api.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  START_TIMEOUT_MS,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { submit, text } from './support/form-fields.ts';
import { serveWebsite } from './support/third-party.ts';

const HONEYPOT = 'input[name="website__url"]';
/** A rule like this in a website's style sheet overrides the browser's `[hidden] { display: none }`. */
const CARELESS_STYLE = 'form div, form label, form input { display: block; visibility: visible }';

let environment: TestEnvironment;
let api: Api;
let formId: string;
let html = '';
let website: Awaited<ReturnType<typeof serveWebsite>>;
beforeAll(async () => {
  [environment, website] = await Promise.all([startEnvironment(OWNER_ENV), serveWebsite('form.js', () => html)]);
  api = await openApi(environment.product);
  const app = { name: 'Website', redirectUris: [`${website.origin}/callback`] };
  const { clientId } = (await api.postAsOwner('/portico/v1/apps', { app })).app;
  const formFields = [text('TEXT_INPUT', 'name', 'Your name'), submit()];
  formId = (await api.post('/v4/forms', { form: { name: 'Elsewhere', namespace: NAMESPACE, formFields } })).form.id;
  html = `<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <link rel="icon" href="data:,">
        <title>A third-party website</title>
        <style>${CARELESS_STYLE}</style>
      </head>
      <body data-url="${environment.product.url}" data-client-id="${clientId}" data-form-id="${formId}">
        <div id="form"></div>
        <script type="module" src="/app.js"></script>
      </body>
    </html>`;
}, START_TIMEOUT_MS);
afterAll(async () => {
  await website?.close();
  await environment?.close();
});

const NAMESPACE = 'wix.form_app.form';
const openForm = async (): Promise<BrowserSession> => {
  const session = await environment.open({ baseURL: website.origin });
  await session.page.goto('/');
  await session.page.getByLabel('Your name').waitFor();
  return session;
};
const query = () => ({ query: { filter: { namespace: NAMESPACE, formId } } });
const namesIn = (rows: { submissions: { name: string } }[]) => rows.map(({ submissions }) => submissions.name);
const inbox = async () => namesIn((await api.post('/v4/submissions/namespace/query', query())).submissions);
const spam = async () => {
  const path = '/v4/form-spam-submission-reports/namespace/query';
  return namesIn((await api.post(path, query())).formSpamSubmissionReports);
};

describe('the honeypot on a page without our style sheets', () => {
  it('is invisible and not focusable, and a submission without it reaches the inbox', async () => {
    const { page, problems, close } = await openForm();
    const honeypot = page.locator(HONEYPOT);
    expect(await honeypot.isVisible()).toBe(false);
    expect(await honeypot.getAttribute('autocomplete')).toBe('off');
    expect(await honeypot.getAttribute('tabindex')).toBe('-1');
    expect(await page.locator('[aria-hidden="true"]').filter({ has: honeypot }).count()).toBe(1);

    await page.getByLabel('Your name').fill('Ada');
    const focusedNames = [];
    for (let n = 0; n < 4; n += 1) {
      await page.keyboard.press('Tab');
      focusedNames.push(await page.evaluate(() => (document.activeElement as HTMLInputElement).name));
    }
    expect(focusedNames).not.toContain('website__url');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you').first().waitFor();
    expect(await inbox()).toEqual(['Ada']);
    expect(problems).toEqual([]);
    await close();
  });

  it('moves a submission to the spam folder instead of losing it if a password manager has filled it in', async () => {
    const { page, close } = await openForm();
    await page.getByLabel('Your name').fill('Grace');
    await page.locator(HONEYPOT).evaluate((input: HTMLInputElement) => {
      input.value = 'https://grace.example';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you').first().waitFor();
    expect(await inbox()).not.toContain('Grace');
    expect(await spam()).toEqual(['Grace']);
    await close();
  });
});
