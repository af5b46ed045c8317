/** Compares the errors of `validate` with those of `create`. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { filesForm, fileValueOf, upload } from '../testing/files.ts';
import { contactForm, input } from '../testing/sample-forms.ts';
import { somePicture } from '../testing/site-content.ts';
import { type Json, NAMESPACE, submissionCalls, valueErrorsOf } from '../testing/submission-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { make, post, submit } = submissionCalls(() => t);

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
const createFullForm = () => {
  const files = filesForm().formFields.filter(({ inputOptions }) => inputOptions.target !== 'name');
  return { formFields: [...contactForm().formFields, ...files, payment, appointment], namespace: NAMESPACE };
};
const chooseTicket = (price: unknown) => [{ productId: products[0]?.id, price, quantity: 1 }];
const makeSlot = (startDate: string, endDate: string) => ({ startDate, endDate, timeZone: 'Europe/Berlin' });
const FUTURE_DATE = '2126-03-05T10:00:00';

const validate = async (formId: string, submissions: Json, as = t.visitor) => {
  const { status, body } = await post('submissions/validate', { submission: { formId, submissions } }, as);
  expect(status).toBe(200);
  const errors: Json[] = body.violationErrors[0]?.submissionValidationErrors.errors ?? [];
  return { valid: body.valid as boolean, errors: errors.map(({ customErrorMessage: _, ...error }) => error) };
};

/** Makes both calls, expects the same result, and returns whether the values are valid. */
async function expectSameResult(formId: string, values: Json, as = t.visitor): Promise<boolean> {
  const { valid, errors } = await validate(formId, values, as);
  const response = await submit(formId, values, {}, as);
  expect([200, 400]).toContain(response.status);
  expect({ valid, errors: withoutTimes(errors) }, JSON.stringify(values)).toEqual({
    valid: response.status === 200,
    errors: response.status === 200 ? [] : withoutTimes(valueErrorsOf(response)),
  });
  return valid;
}

/** Replaces the time of the call, which the error of a past appointment contains. */
const withoutTimes = (errors: Json[]): Json[] =>
  JSON.parse(JSON.stringify(errors).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now'));

const required = { name: 'Ada', email: 'ada@example.org', agreed: true };

describe('files', () => {
  it.each([
    ['a foreign address', 'https://elsewhere.example/a.png'],
    ['an address without a scheme', '//elsewhere.example/a.png'],
    ['no address at all', 'x'],
  ])('are rejected by both calls if a visitor sends %s', async (_what, url) => {
    const { id } = await make(createFullForm());
    expect(await expectSameResult(id, { ...required, files: [fileValueOf({ url })] })).toBe(false);
  });

  it('may have foreign URLs if the caller manages submissions', async () => {
    const { id } = await make(createFullForm());
    const values = { ...required, files: [fileValueOf({ url: 'https://elsewhere.example/a.png' })] };
    expect(await expectSameResult(id, values, t.key)).toBe(true);
  });

  it('are not claimed by a validation', async () => {
    const { id } = await make(createFullForm());
    const { file } = (await upload(t, id, { name: 'a.png', bytes: await somePicture })).body;
    const values = { ...required, photos: [fileValueOf(file)] };
    expect(await validate(id, values)).toEqual({ valid: true, errors: [] });
    expect(await expectSameResult(id, values)).toBe(true);
    expect(await expectSameResult(id, values)).toBe(false);
  });

  it('are checked only in the fields to validate', async () => {
    const { id } = await make(createFullForm());
    const submissions = { ...required, files: [fileValueOf({ url: 'https://elsewhere.example/a.png' })] };
    const bodyFor = (fieldsToValidate: string[]) => ({ submission: { formId: id, submissions }, fieldsToValidate });
    expect((await post('submissions/validate', bodyFor(['name']), t.visitor)).body.valid).toBe(true);
    expect((await post('submissions/validate', bodyFor(['files']), t.visitor)).body.valid).toBe(false);
  });
});

it('compares prices as decimals', async () => {
  const { id } = await make(createFullForm());
  for (const price of ['10.5', '10.50', '010.500']) {
    expect(await expectSameResult(id, { ...required, tickets: chooseTicket(price) })).toBe(true);
  }
  for (const price of ['10.51', '10', '1.05e1', '']) {
    expect(await expectSameResult(id, { ...required, tickets: chooseTicket(price) })).toBe(false);
  }
});

describe('appointments', () => {
  it('have to be in the future and end after they begin', async () => {
    const { id } = await make(createFullForm());
    expect(await expectSameResult(id, { ...required, slot: makeSlot(FUTURE_DATE, '2126-03-05T11:00:00') })).toBe(true);
    for (const wrong of [
      makeSlot(FUTURE_DATE, '2126-03-05T09:00:00'),
      makeSlot(FUTURE_DATE, FUTURE_DATE),
      makeSlot('2020-03-05T10:00:00', '2020-03-05T11:00:00'),
    ]) {
      expect(await expectSameResult(id, { ...required, slot: wrong })).toBe(false);
    }
  });

  it('may be in the past when a submission is changed', async () => {
    const { id } = await make(createFullForm());
    const { body } = await submit(id, { ...required, slot: makeSlot(FUTURE_DATE, '2126-03-05T11:00:00') });
    const pastValues = { ...required, slot: makeSlot('2020-03-05T10:00:00', '2020-03-05T11:00:00') };
    const change = { formId: id, revision: '1', submissions: pastValues };
    const path = `/v4/submissions/${body.submission.id}`;
    const changed = await t.call({ method: 'PATCH', path, as: t.key, body: { submission: change } });
    expect(changed.body.submission.submissions.slot).toEqual(pastValues.slot);
  });
});

it('returns the same errors for random submissions', { timeout: 300_000 }, async () => {
  const [whole, other] = [await make(createFullForm()), await make(filesForm())];
  const closed = await make({ ...createFullForm(), enabled: false });
  const bytes = await somePicture;
  const uploadFile = async (formId: string, name: string) => {
    const uploadResponse = await upload(t, formId, { name, bytes: name.endsWith('.png') ? bytes : 'A text.' });
    return fileValueOf(uploadResponse.body.file);
  };
  const files: Json[] = [await uploadFile(other.id, 'other.png'), { fileId: 'x', displayName: 'x', fileType: 'x' }];
  for (let n = 0; n < 12; n += 1) files.push(await uploadFile(whole.id, n % 3 === 0 ? 'a.txt' : 'a.png'));
  for (const url of ['https://elsewhere.example/a.png', 'http://elsewhere.example/a.png', `${t.site.origin}/a.png`]) {
    files.push(fileValueOf({ url }));
  }
  const invalidValue = fc.constantFrom<unknown>(null, '', 'x', 5, true, [], {}, [{}], ['x'], '\u0000', '\ud800');
  const list = fc.array(fc.constantFrom(...files), { maxLength: 2 });
  const orArbitrary = (arbitrary: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: invalidValue });
  const values = fc.record(
    {
      name: orArbitrary(fc.constantFrom('Ada', 'x'.repeat(21))),
      email: orArbitrary(fc.constantFrom('ada@example.org', 'ada@')),
      agreed: orArbitrary(fc.boolean()),
      phone: orArbitrary(fc.constantFrom('+493012345678', '+99912345')),
      code: orArbitrary(fc.constantFrom('AB', 'ab')),
      colour: orArbitrary(fc.constantFrom('red', 'blue')),
      tags: orArbitrary(fc.subarray(['red', 'green', 'blue'])),
      age: orArbitrary(fc.integer({ min: -2, max: 155 })),
      files: orArbitrary(list),
      photos: orArbitrary(list),
      signature: orArbitrary(list),
      guests: orArbitrary(fc.array(fc.record({ passport: list }), { maxLength: 2 })),
      tickets: orArbitrary(
        fc.constantFrom(chooseTicket('10.5'), chooseTicket('10.50'), chooseTicket('9'), chooseTicket(10.5)),
      ),
      slot: orArbitrary(
        fc.constantFrom(makeSlot(FUTURE_DATE, '2126-03-05T11:00:00'), makeSlot(FUTURE_DATE, FUTURE_DATE)),
      ),
      stranger: invalidValue,
    },
    { requiredKeys: ['name', 'email', 'agreed'] },
  );
  let accepted = 0;
  const formIds = fc.constantFrom(whole.id, whole.id, whole.id, whole.id, closed.id);
  const property = fc.asyncProperty(values, formIds, fc.boolean(), async (one, formId, byKey) => {
    // A third of the optional values is enough. With all of them, nearly every submission would be rejected.
    const selected = Object.entries({ ...required, ...one }).filter(([target, value], index) => {
      return target in required || (index + JSON.stringify(value)?.length) % 3 === 0;
    });
    accepted += Number(await expectSameResult(formId, Object.fromEntries(selected), byKey ? t.key : t.visitor));
  });
  await fc.assert(property, { numRuns: runs(2_000), seed });
  expect(accepted).toBeGreaterThan(0);
});
