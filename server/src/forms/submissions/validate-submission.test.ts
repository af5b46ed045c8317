/** What `validate` says of a submission is what `create` answers, whatever is sent. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { errorsOf, formsCalls, type Json, NAMESPACE } from '../testing/calls.fixture.ts';
import { filesForm, named, upload } from '../testing/files.fixture.ts';
import { contactForm, input } from '../testing/forms.fixture.ts';
import { somePicture } from '../testing/world.fixture.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { make, post, submit } = formsCalls(() => t);

const products = [
  { id: randomUUID(), productType: 'DIGITAL', priceType: 'FIXED_PRICE', fixedPriceOptions: { price: '10.5' } },
];
const payment = input('tickets', 'PAYMENT', 'paymentOptions', {
  componentType: 'CHECKBOX_GROUP',
  checkboxGroupOptions: {
    label: 'Tickets',
    options: products.map(({ id }) => ({ id: randomUUID(), label: 'Ticket', value: id })),
  },
  validation: { products },
});
const appointment = input('slot', 'SCHEDULING', 'schedulingOptions', {
  componentType: 'APPOINTMENT',
  appointmentOptions: { name: 'Visit', durationInMinutes: 30, format: 'PHONE', phoneOptions: {} },
});
const wholeForm = () => {
  const files = filesForm().formFields.filter(({ inputOptions }) => inputOptions.target !== 'name');
  return { formFields: [...contactForm().formFields, ...files, payment, appointment], namespace: NAMESPACE };
};
const ticket = (price: unknown) => [{ productId: products[0]?.id, price, quantity: 1 }];
const slot = (startDate: string, endDate: string) => ({ startDate, endDate, timeZone: 'Europe/Berlin' });
const LATER = '2126-03-05T10:00:00';

const validate = async (formId: string, submissions: Json, as = t.visitor) => {
  const { status, body } = await post('submissions/validate', { submission: { formId, submissions } }, as);
  expect(status).toBe(200);
  const errors: Json[] = body.violationErrors[0]?.submissionValidationErrors.errors ?? [];
  return { valid: body.valid as boolean, errors: errors.map(({ customErrorMessage: _, ...error }) => error) };
};

/** Asks both calls and returns the verdict on which they agree. */
async function agreed(formId: string, values: Json, as = t.visitor): Promise<boolean> {
  const { valid, errors } = await validate(formId, values, as);
  const answer = await submit(formId, values, {}, as);
  expect([200, 400]).toContain(answer.status);
  expect({ valid, errors: timeless(errors) }, JSON.stringify(values)).toEqual({
    valid: answer.status === 200,
    errors: answer.status === 200 ? [] : timeless(errorsOf(answer)),
  });
  return valid;
}

/** Without the moment of the call, which the error of a past appointment names. */
const timeless = (errors: Json[]): Json[] =>
  JSON.parse(JSON.stringify(errors).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now'));

const required = { name: 'Ada', email: 'ada@example.org', agreed: true };

describe('files', () => {
  it.each([
    ['a foreign address', 'https://elsewhere.example/a.png'],
    ['an address without a scheme', '//elsewhere.example/a.png'],
    ['no address at all', 'x'],
  ])('refuses %s of a visitor in both calls', async (_what, url) => {
    const { id } = await make(wholeForm());
    expect(await agreed(id, { ...required, files: [named({ url })] })).toBe(false);
  });

  it('takes a foreign address of who manages submissions', async () => {
    const { id } = await make(wholeForm());
    const values = { ...required, files: [named({ url: 'https://elsewhere.example/a.png' })] };
    expect(await agreed(id, values, t.key)).toBe(true);
  });

  it('claims no file when it validates', async () => {
    const { id } = await make(wholeForm());
    const { file } = (await upload(t, id, { name: 'a.png', bytes: await somePicture })).body;
    const values = { ...required, photos: [named(file)] };
    expect(await validate(id, values)).toEqual({ valid: true, errors: [] });
    expect(await agreed(id, values)).toBe(true);
    expect(await agreed(id, values)).toBe(false);
  });

  it('looks only at the files of the fields to validate', async () => {
    const { id } = await make(wholeForm());
    const submissions = { ...required, files: [named({ url: 'https://elsewhere.example/a.png' })] };
    const body = (fieldsToValidate: string[]) => ({ submission: { formId: id, submissions }, fieldsToValidate });
    expect((await post('submissions/validate', body(['name']), t.visitor)).body.valid).toBe(true);
    expect((await post('submissions/validate', body(['files']), t.visitor)).body.valid).toBe(false);
  });
});

it('compares prices as decimals', async () => {
  const { id } = await make(wholeForm());
  for (const price of ['10.5', '10.50', '010.500']) {
    expect(await agreed(id, { ...required, tickets: ticket(price) })).toBe(true);
  }
  for (const price of ['10.51', '10', '1.05e1', '']) {
    expect(await agreed(id, { ...required, tickets: ticket(price) })).toBe(false);
  }
});

describe('appointments', () => {
  it('are in the future and end after they begin', async () => {
    const { id } = await make(wholeForm());
    expect(await agreed(id, { ...required, slot: slot(LATER, '2126-03-05T11:00:00') })).toBe(true);
    for (const wrong of [
      slot(LATER, '2126-03-05T09:00:00'),
      slot(LATER, LATER),
      slot('2020-03-05T10:00:00', '2020-03-05T11:00:00'),
    ]) {
      expect(await agreed(id, { ...required, slot: wrong })).toBe(false);
    }
  });

  it('may be over when a submission is changed', async () => {
    const { id } = await make(wholeForm());
    const { body } = await submit(id, { ...required, slot: slot(LATER, '2126-03-05T11:00:00') });
    const past = { ...required, slot: slot('2020-03-05T10:00:00', '2020-03-05T11:00:00') };
    const change = { formId: id, revision: '1', submissions: past };
    const path = `/v4/submissions/${body.submission.id}`;
    const changed = await t.call({ method: 'PATCH', path, as: t.key, body: { submission: change } });
    expect(changed.body.submission.submissions.slot).toEqual(past.slot);
  });
});

it('agrees about random submissions', { timeout: 300_000 }, async () => {
  const [whole, other] = [await make(wholeForm()), await make(filesForm())];
  const closed = await make({ ...wholeForm(), enabled: false });
  const bytes = await somePicture;
  const uploaded = async (formId: string, name: string) => {
    const made = await upload(t, formId, { name, bytes: name.endsWith('.png') ? bytes : 'A text.' });
    return named(made.body.file);
  };
  const files: Json[] = [await uploaded(other.id, 'other.png'), { fileId: 'x', displayName: 'x', fileType: 'x' }];
  for (let n = 0; n < 12; n += 1) files.push(await uploaded(whole.id, n % 3 === 0 ? 'a.txt' : 'a.png'));
  for (const url of ['https://elsewhere.example/a.png', 'http://elsewhere.example/a.png', `${t.site.origin}/a.png`]) {
    files.push(named({ url }));
  }
  const junk = fc.constantFrom<unknown>(null, '', 'x', 5, true, [], {}, [{}], ['x'], '\u0000', '\ud800');
  const list = fc.array(fc.constantFrom(...files), { maxLength: 2 });
  const or = (arbitrary: fc.Arbitrary<unknown>) => fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: junk });
  const values = fc.record(
    {
      name: or(fc.constantFrom('Ada', 'x'.repeat(21))),
      email: or(fc.constantFrom('ada@example.org', 'ada@')),
      agreed: or(fc.boolean()),
      phone: or(fc.constantFrom('+493012345678', '+99912345')),
      code: or(fc.constantFrom('AB', 'ab')),
      colour: or(fc.constantFrom('red', 'blue')),
      tags: or(fc.subarray(['red', 'green', 'blue'])),
      age: or(fc.integer({ min: -2, max: 155 })),
      files: or(list),
      photos: or(list),
      signature: or(list),
      guests: or(fc.array(fc.record({ passport: list }), { maxLength: 2 })),
      tickets: or(fc.constantFrom(ticket('10.5'), ticket('10.50'), ticket('9'), ticket(10.5))),
      slot: or(fc.constantFrom(slot(LATER, '2126-03-05T11:00:00'), slot(LATER, LATER))),
      stranger: junk,
    },
    { requiredKeys: ['name', 'email', 'agreed'] },
  );
  let taken = 0;
  const formIds = fc.constantFrom(whole.id, whole.id, whole.id, whole.id, closed.id);
  const property = fc.asyncProperty(values, formIds, fc.boolean(), async (one, formId, byKey) => {
    // Without these, most submissions would be refused for one of their many values.
    const some = Object.entries({ ...required, ...one }).filter(([target, value], index) => {
      return target in required || (index + JSON.stringify(value)?.length) % 3 === 0;
    });
    taken += Number(await agreed(formId, Object.fromEntries(some), byKey ? t.key : t.visitor));
  });
  await fc.assert(property, { numRuns: runs(2_000), seed });
  expect(taken).toBeGreaterThan(0);
});
