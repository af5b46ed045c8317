/** A form with submissions in every state, in the inbox, in spam and in the trash. */
import type { Api } from './api.ts';
import { everyField } from './every-field.ts';
import { steps } from './form-fields.ts';

export interface FilledInbox {
  readonly formId: string;
  /** Id of a pending submission. */
  readonly ada: string;
  /** Id of a submission with files, an address and an unpaid order. */
  readonly grace: string;
  /** Id of a malicious submission. */
  readonly mallory: string;
}

/** Further submissions. With them, the inbox has more submissions than fit on a page. */
const GUESTS = 24;

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Creates the form and its submissions. */
export async function fillInbox(api: Api, name = 'Dinner'): Promise<FilledInbox> {
  const all = everyField();
  const { firstName, email, phone, letter, website, town, colours, address, files, wares, send } = all;
  const rows = [firstName, email, letter, town, phone, website, colours, address, files, wares, send];
  const { form } = await api.post('/v4/forms', {
    form: {
      name,
      namespace: 'wix.form_app.form',
      formFields: rows,
      steps: steps(['Page 1', rows]),
      submissionPolicy: { startsPending: true },
    },
  });
  const formId: string = form.id;
  const submit = async (submissions: object, more: object = {}): Promise<string> =>
    (await api.post('/v4/submissions', { submission: { formId, submissions, ...more } })).submission.id;
  const guests = Array.from({ length: GUESTS }, (_, index) => ({
    first_name: `Guest ${index + 1}`,
    email: `guest-${index + 1}@example.org`,
    town: index % 2 === 0 ? 'haifa' : 'jaffa',
  }));
  for (const guest of guests) await submit(guest);
  const [product] = form.formFields.find(({ id }: { id: string }) => id === wares.id).inputOptions.paymentOptions
    .validation.products;
  const grace = await submit({
    first_name: 'Grace',
    email: 'grace@example.org',
    phone: '+442079460018',
    website: 'https://example.org/grace',
    letter: 'A table by the window.\nWe bring a dog.',
    town: 'jaffa',
    colours: ['red', 'blue'],
    address: {
      country: 'DE',
      streetName: 'Am Hafen',
      streetNumber: '7',
      city: 'Hamburg',
      postalCode: '20457',
      subdivision: 'DE-HH',
    },
    files: [await upload(api, formId)],
    wares: [{ productId: product.id, price: product.fixedPriceOptions.price, quantity: 2 }],
  });
  const mallory = await submit(
    {
      first_name: '<img src=x onerror=alert(1)><script>alert(2)</script>',
      email: 'mallory@example.org',
      letter: '=HYPERLINK("https://evil.example","see")',
      website: 'https://evil.example/?q=javascript:alert(1)',
    },
    { tags: { tags: { tagIds: ['odd', 'a tag that is rather long for a badge'] } } },
  );
  const ada = await submit({
    first_name: 'Ada',
    email: 'ada@example.org',
    letter: 'Is there anything without onions?',
  });
  for (const first_name of ['Cheap watches', 'Cheaper watches']) {
    const id = await submit({ first_name, email: 'seller@example.org', letter: 'Buy now. '.repeat(20) });
    await api.post(`/v4/submissions/${id}/report-spam-submission`, { reportReasonDescription: 'Sells watches.' });
  }
  for (const first_name of ['Thrown', 'Away']) {
    await api.remove(`/v4/submissions/${await submit({ first_name, email: 'gone@example.org' })}`);
  }
  return { formId, ada, grace, mallory };
}

async function upload(api: Api, formId: string): Promise<object> {
  const body = { formId, filename: 'table.png', mimeType: 'image/png' };
  const { uploadUrl } = await api.post('/v4/submissions/media-upload-url', body);
  const response = await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: PICTURE });
  if (!response.ok) throw new Error(await response.text());
  const { file } = (await response.json()) as {
    file: { id: string; url: string; displayName: string; fileType: string };
  };
  return { fileId: file.id, displayName: file.displayName, fileType: file.fileType, url: file.url };
}
