import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { fileValueOf, makeForm as makeUploadForm, upload } from '../testing/files.ts';
import { EMPTY_DOCUMENT } from '../testing/pdf-content.ts';
import { input, text } from '../testing/sample-forms.ts';
import { renderPdf } from './render-pdf.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const MARKUP = '<script>alert(1)</script><img src=x onerror=alert(2)> {{7*7}} #{7*7} (\\) %PDF-1.4 endobj /JS';
const options = [
  { id: randomUUID(), label: 'Dark red', value: 'r' },
  { id: randomUUID(), label: 'Green', value: 'g' },
];

async function makeForm(formFields: object[], more: object = {}): Promise<string> {
  const form = {
    name: newId(),
    namespace: 'wix.form_app.form',
    formFields,
    spamFilterProtectionLevel: 'NONE',
    ...more,
  };
  const response = await t.call({ method: 'POST', path: '/v4/forms', as: t.key, body: { form } });
  expect(response.status).toBe(200);
  return response.body.form.id;
}
async function submit(formId: string, submissions: object): Promise<string> {
  const body = { submission: { formId, submissions } };
  const response = await t.call({ method: 'POST', path: '/v4/submissions', as: t.visitor, body });
  expect(response.status).toBe(200);
  return response.body.submission.id;
}
const get = (id: string, subpath: string, as = t.key) =>
  t.call({ method: 'GET', path: `/v4/submissions/${id}/${subpath}`, as });
const pathOf = (url: string): string => new URL(url).pathname;

async function read(
  pdf: Uint8Array,
): Promise<{ text: string; pages: number; document: Awaited<ReturnType<typeof getDocumentProxy>> }> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  return { text, pages: totalPages, document };
}
async function download(id: string) {
  const { body } = await get(id, 'document');
  const url = body.document.readyDetails.downloadUrl;
  expect(url.length).toBeLessThanOrEqual(300);
  return t.call({ method: 'GET', path: pathOf(url) });
}

describe('formatted', () => {
  it('returns labels and formatted values in the order of the layout', async () => {
    const fields = [
      text('name'),
      input('day', 'STRING', 'stringOptions', {
        componentType: 'DATE_INPUT',
        dateInputOptions: { label: 'Day' },
        validation: { format: 'DATE' },
      }),
      input('colour', 'STRING', 'stringOptions', {
        componentType: 'DROPDOWN',
        dropdownOptions: { label: 'Colour', options },
        validation: {},
      }),
      input('colours', 'ARRAY', 'arrayOptions', {
        componentType: 'CHECKBOX_GROUP',
        checkboxGroupOptions: { label: 'Colours', options },
        validation: { items: { itemType: 'STRING', stringOptions: {} } },
      }),
      input('agreed', 'BOOLEAN', 'booleanOptions', {
        componentType: 'CHECKBOX',
        checkboxOptions: { label: 'Agreed' },
        validation: {},
      }),
      input('secret', 'STRING', 'stringOptions', {
        componentType: 'PASSWORD',
        passwordOptions: { label: 'Secret' },
        validation: {},
      }),
      input('home', 'ADDRESS', 'addressOptions', {
        componentType: 'MULTILINE_ADDRESS',
        multilineAddressOptions: { label: 'Home' },
        validation: {},
      }),
      text('empty'),
    ];
    const items = fields.map((field, row) => ({
      fieldId: field.id,
      row: fields.length - row,
      column: 0,
      width: 12,
      height: 1,
    }));
    const formId = await makeForm(fields, {
      steps: [{ id: randomUUID(), name: 'One', layout: { large: { items }, medium: { items }, small: { items } } }],
    });
    const home = { country: 'US', subdivision: 'NY', city: 'New York', addressLine: '1 Main St', postalCode: '10001' };
    const values = {
      name: MARKUP,
      day: '2024-02-29',
      colour: 'r',
      colours: ['g', 'r'],
      agreed: false,
      secret: 'hunter2',
      home,
    };
    const id = await submit(formId, values);
    const { body } = await get(id, 'formatted');
    expect(body.submissionId).toBe(id);
    expect(body.submissions.map((row: { label: string; value: string }) => [row.label, row.value])).toEqual([
      ['Home', '1 Main St\n10001 New York\nNY\nUnited States'],
      ['Secret', '••••••••'],
      ['Agreed', 'No'],
      ['Colours', 'Green, Dark red'],
      ['Colour', 'Dark red'],
      ['Day', 'February 29, 2024'],
      ['name', MARKUP],
    ]);
    expect(body.submissions[0]).toMatchObject({ key: 'home', fieldId: fields[6]?.id });
  });

  it('returns at most 100 rows', async () => {
    const fields = Array.from({ length: 120 }, (_, index) => text(`f${index}`));
    const id = await submit(await makeForm(fields), Object.fromEntries(fields.map((_, index) => [`f${index}`, 'x'])));
    expect((await get(id, 'formatted')).body.submissions).toHaveLength(100);
  });
});

describe('the document', () => {
  it('is an attachment that contains every value as text', async () => {
    const formId = await makeForm([text('name'), text('note')], { name: MARKUP.slice(0, 100) });
    const id = await submit(formId, { name: MARKUP, note: 'Ωμέγα Привет\nשלום' });
    const { status, headers, bytes } = await download(id);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[^"<>/\\]*\.pdf"/);
    const { text: words, document } = await read(bytes);
    for (const part of [
      '<script>alert(1)</script>',
      'onerror=alert(2)',
      '{{7*7}}',
      'Ωμέγα',
      'Привет',
      'שלום',
      'Page 1 of 1',
    ]) {
      expect(words.replace(/\s+/g, ' ')).toContain(part);
    }
    expect(await document.getJSActions()).toBeNull();
    expect(await document.getAttachments()).toBeNull();
    expect((await (await document.getPage(1)).getAnnotations()).length).toBe(0);
  });

  it('contains the image of a signature', async () => {
    const formId = await makeUploadForm(t);
    const png = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const { body } = await upload(t, formId, { name: 'signature.png', bytes: png, type: 'image/png' });
    const id = await submit(formId, { signature: [fileValueOf(body.file)] });
    const { text: words, document } = await read((await download(id)).bytes);
    expect(words).toContain('signature.png');
    expect((await extractImages(document, 1)).map(({ width, height }) => [width, height])).toEqual([[60, 20]]);
  });

  it('is wrapped in JSON for the vendor’s client', async () => {
    const id = await submit(await makeForm([text('name')]), { name: 'Wrapped' });
    const { body } = await get(id, 'download');
    expect(body.statusCode).toBe(200);
    expect(body.headers).toContainEqual({ key: 'content-type', value: 'application/pdf' });
    expect((await read(Buffer.from(body.body, 'base64'))).text).toContain('Wrapped');
  });

  it('returns 403 for visitors, members, and keys without the scope', async () => {
    const id = await submit(await makeForm([text('name')]), { name: 'x' });
    for (const as of [t.visitor, t.member, t.otherMember, await t.keyWith(['forms:*', 'contacts:*'])]) {
      for (const subpath of ['document', 'download', 'formatted'])
        expect((await get(id, subpath, as)).status).toBe(403);
    }
  });

  it('returns 404 for another site, an unknown id, and a link that is forged, changed or expired', async () => {
    const id = await submit(await makeForm([text('name')]), { name: 'x' });
    const { key, site } = await t.secondSite();
    for (const subpath of ['document', 'download', 'formatted']) {
      const path = `/v4/submissions/${id}/${subpath}`;
      expect((await t.call({ method: 'GET', path, as: key, headers: { 'wix-site-id': site.id } })).status).toBe(404);
      expect((await get(newId(), subpath)).status).toBe(404);
    }
    const link = pathOf((await get(id, 'document')).body.document.readyDetails.downloadUrl);
    const [short = '', , seconds = '', mac = ''] = (link.split('/').at(-1) ?? '').split('.');
    const forgedTokens = [
      `${short}.${newId()}.${seconds}.${mac}`,
      `${short}.${id}.${Number(seconds) + 1}.${mac}`,
      `${site.shortId}.${id}.${seconds}.${mac}`,
      `${short}.${id}.${seconds}`,
      `${short}.${id}.1.${mac}`,
      'x',
    ];
    for (const one of forgedTokens) {
      expect((await t.call({ method: 'GET', path: `/portico/v1/submission-documents/${one}` })).status).toBe(404);
    }
    const later = { ...t.ctx, site: null, now: new Date(Date.now() + 11 * 60_000) };
    const { openSubmissionDocument } = await import('./submission-document.ts');
    const expiredDocument = openSubmissionDocument(later, { query: { link: link.split('/').at(-1) ?? '' }, body: {} });
    await expect(expiredDocument).rejects.toMatchObject({ code: 'SUBMISSION_NOT_FOUND' });
  });
});

describe('a rendered document', () => {
  it('shortens a huge submission and mentions it', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({ label: `L${index}`, value: 'word '.repeat(4_000) }));
    const { text: words, pages } = await read(await renderPdf({ ...EMPTY_DOCUMENT, rows }));
    expect(pages).toBeLessThanOrEqual(61);
    expect(words).toContain('SHORTENED');
  });

  it('mentions characters that no font contains, and prints the rest', async () => {
    const supportedPdf = await read(
      await renderPdf({ ...EMPTY_DOCUMENT, rows: [{ label: 'a', value: 'Ž Ő ệ Ґ ἀ हिन्दी ₪ €' }] }),
    );
    expect(supportedPdf.text).not.toContain('UNPRINTABLE');
    const { text: words } = await read(
      await renderPdf({ ...EMPTY_DOCUMENT, rows: [{ label: 'a', value: 'abc 😀 def' }] }),
    );
    expect(words).toContain('UNPRINTABLE');
    expect(words).toContain('abc');
    expect(words).toContain('def');
  });

  it('aligns Hebrew to the right, with words from right to left and numbers from left to right', async () => {
    const { document } = await read(
      await renderPdf({ ...EMPTY_DOCUMENT, rows: [{ label: 'a', value: 'ראשון שני 123 abc' }] }),
    );
    const { items } = await (await document.getPage(1)).getTextContent();
    const xOf = (part: string) => {
      const item = items.find((one) => 'str' in one && one.str.includes(part));
      return item && 'transform' in item ? (item.transform[4] as number) : Number.NaN;
    };
    expect(xOf('ראשון')).toBeGreaterThan(xOf('שני'));
    expect(xOf('שני')).toBeGreaterThan(xOf('123'));
    expect(xOf('ראשון')).toBeGreaterThan(400);
  });

  it('omits direction marks and other control characters', async () => {
    const { text: words } = await read(
      await renderPdf({ ...EMPTY_DOCUMENT, rows: [{ label: 'a', value: 'gpj.\u202eexe\u200b\u0000\u0007' }] }),
    );
    expect(words).toContain('gpj.exe');
  });

  it('contains a signature as an image', async () => {
    const image = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const { document } = await read(
      await renderPdf({ ...EMPTY_DOCUMENT, rows: [{ label: 'Signed', value: 'signature.png', image }] }),
    );
    expect((await extractImages(document, 1)).map(({ width, height }) => [width, height])).toEqual([[60, 20]]);
  });
});
