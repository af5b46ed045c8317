/** Calls that visitors make on forms. */
import { toServerUrl, UNKNOWN_ID } from '../fixture.ts';
import { rejectionRows, type Subject, successRows } from '../row.ts';

export const VALID = { name: 'Ada', email: 'ada@example.org', agreed: true };

const typesOf = (
  errors: readonly { readonly errorPath: string; readonly errorType: string; readonly params?: object }[],
) => errors.map(({ errorPath, errorType, params }) => ({ errorPath, errorType, params }));
const validate = async ({ visitor, fixture }: Subject, values: object, fields?: string[]) =>
  typesOf(await visitor.forms.validate(fixture.forms.contact, { ...VALID, ...values }, fields));
const submit = ({ visitor, fixture }: Subject, values: object = {}) =>
  visitor.forms.submit(fixture.forms.contact, { ...VALID, ...values });

/** Uploads a text file with the upload URL of the form. */
async function upload({ visitor, fixture }: Subject, name: string) {
  const url = await visitor.forms.uploadUrl(fixture.forms.files, { name, type: 'text/plain' });
  const { status } = await fetch(toServerUrl(fixture, url), {
    method: 'PUT',
    body: 'text',
    headers: { 'content-type': 'text/plain' },
  });
  return status;
}

export const formRows = [
  ...successRows('forms', {
    'getForm returns the form with its fields': async ({ visitor, fixture }) => {
      const form = await visitor.forms.getForm(fixture.forms.contact);
      const fields = form?.formFields as { inputOptions?: { target?: string; required?: boolean } }[];
      return [form?.id === fixture.forms.contact, form?.name, fields.map(({ inputOptions }) => inputOptions?.target)];
    },
    'getForm sends the form in the path': async ({ visitor, fixture, network }) => {
      await visitor.forms.getForm(fixture.forms.contact);
      return network.log().at(-1)?.replace(fixture.forms.contact, '{formId}');
    },
    'validate returns no errors for valid values': (s) => validate(s, {}),
    'validate returns the errors of each field': (s) => validate(s, { age: 200, email: 'x', code: 'abc' }),
    'validate reports values without a field': (s) => validate(s, { extra: 1 }),
    'validate reports missing values': ({ visitor, fixture }) =>
      visitor.forms.validate(fixture.forms.contact, {}).then(typesOf),
    'validate checks only the requested fields': (s) => validate(s, { age: 200, email: 'x' }, ['age']),
    'validate stores nothing': async (s) => {
      await validate(s, {});
      return s.network.log().map((line) => line.replace(/^POST \/oauth2.*/, 'token'));
    },
    'submit returns the submission': async (s) => {
      const { status, namespace, seen, submissions, revision, formId } = await submit(s, { age: 7 });
      return { status, namespace, seen, submissions, revision, formId };
    },
    'submit names the visitor as the submitter': async (s) =>
      Object.keys(((await submit(s)).submitter ?? {}) as object).sort(),
    'submit names the member as the submitter': async ({ member, fixture }) =>
      (await member.forms.submit(fixture.forms.contact, VALID)).submitter,
    'the dates of a submission': async (s) => {
      const { createdDate, updatedDate } = await submit(s);
      return [createdDate, updatedDate].map((date) => (date instanceof Date ? 'a Date' : typeof date));
    },
    'submit omits empty values': async (s) => (await submit(s, { phone: '' })).submissions,
    'submit twice creates two submissions': async (s) => {
      const ids = [await submit(s), await submit(s)].map(({ id }) => id);
      return new Set(ids).size;
    },
    'uploadUrl returns a URL that accepts the file': (s) => upload(s, 'notes.txt'),
    'uploadUrl accepts names that are not ASCII': (s) => upload(s, 'Größe 1.txt'),
  }),
  ...rejectionRows('forms', {
    'getForm of an unknown form': ({ visitor }) => visitor.forms.getForm(UNKNOWN_ID),
    'validate for an unknown form': ({ visitor }) => visitor.forms.validate(UNKNOWN_ID, VALID),
    'submit to an unknown form': ({ visitor }) => visitor.forms.submit(UNKNOWN_ID, VALID),
    'submit with an invalid value': (s) => submit(s, { age: 200 }),
    'submit with a value of the wrong type': (s) => submit(s, { age: 'seven' }),
    'submit with a value without a field': (s) => submit(s, { extra: 1 }),
    'submit without required values': ({ visitor, fixture }) => visitor.forms.submit(fixture.forms.contact, {}),
    'uploadUrl for a file that the form does not accept': ({ visitor, fixture }) =>
      visitor.forms.uploadUrl(fixture.forms.files, { name: 'a.svg', type: 'image/svg+xml' }),
    'uploadUrl for an unknown form': ({ visitor }) =>
      visitor.forms.uploadUrl(UNKNOWN_ID, { name: 'a.png', type: 'image/png' }),
  }),
];
