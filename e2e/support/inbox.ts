/** A form whose inbox holds submissions in every state, some spam, and some that were thrown away. */
import type { Api } from './api.ts';
import { everyField, steps } from './every-field.ts';

export interface FilledInbox {
  readonly formId: string;
  /** pending */
  readonly ada: string;
  /** with files, an address and an order that waits to be paid */
  readonly grace: string;
  /** what a person who means harm would write */
  readonly mallory: string;
}

/** More than a page holds. */
const GUESTS = 24;

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Made but for its fields' rules as an owner would make it. */
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
  const wanted = { formId, filename: 'table.png', mimeType: 'image/png' };
  const { uploadUrl } = await api.post('/v4/submissions/media-upload-url', wanted);
  const answer = await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: PICTURE });
  if (!answer.ok) throw new Error(await answer.text());
  const { file } = (await answer.json()) as {
    file: { id: string; url: string; displayName: string; fileType: string };
  };
  return { fileId: file.id, displayName: file.displayName, fileType: file.fileType, url: file.url };
}
