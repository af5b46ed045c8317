/** Workloads that submit a form and read submissions. */
import { randomUUID } from 'node:crypto';
import { type FormsFixture, post, type Request, random, type Workload } from './workload.ts';

/** Number of fields of the submitted form. */
export const FIELDS = 10;
const PAGE = 50;
/** Number of rare words. Each occurs in every RARE_WORDS-th submission. */
export const RARE_WORDS = 2_000;

export const formsWorkloads: readonly Workload[] = [
  submit('submit', `submit a form of ${FIELDS} fields`, ({ writeId }) => writeId),
  submit('submit-open', 'submit one without spam protection', ({ openId }) => openId),
  {
    name: 'validate',
    title: `validate a submission of ${FIELDS} fields`,
    connections: 32,
    request(side, { visitor, forms }) {
      if (side === 'reference') return { method: 'GET', path: `/apps/${forms.writeId}` };
      const submission = { formId: forms.writeId, submissions: answersOf(random(1_000_000)) };
      return post('/v4/submissions/validate', { submission }, visitor);
    },
    isCorrect: (body) => body.includes('"valid":true') || body.includes('"name"'),
  },
  {
    name: 'inbox',
    title: `page of ${PAGE} submissions of a form, newest first`,
    connections: 32,
    request: (side, { forms }) =>
      side === 'reference'
        ? { method: 'GET', path: `/inbox?form=${forms.readId}` }
        : postAsOwner(forms, '/v4/submissions/namespace/query', { query: { filter: filterOf(forms.readId) } }),
    isCorrect: (body) => body.split('"field_1"').length === PAGE + 1,
  },
  {
    name: 'unseen',
    title: 'count of unseen submissions by filter',
    connections: 8,
    request: (side, { forms }) =>
      side === 'reference'
        ? { method: 'GET', path: `/unseen?form=${forms.readId}` }
        : postAsOwner(forms, '/v4/submissions/count-by-filter', { filter: { ...filterOf(forms.readId), seen: false } }),
    isCorrect: (body) => /"totalCount" ?: ?[1-9]/.test(body),
  },
  {
    name: 'words',
    searchesWords: true,
    title: `search of a word, page of ${PAGE}`,
    connections: 8,
    request(side, { forms }) {
      const word = makeRareWord(random(RARE_WORDS));
      if (side === 'reference') return { method: 'GET', path: `/words?word=${word}` };
      return postAsOwner(forms, '/v4/submissions/namespace/search', searchFor(forms, word));
    },
    isCorrect: (body) => body.includes('"field_1"'),
  },
];

function submit(name: string, title: string, idOf: (forms: FormsFixture) => string): Workload {
  return {
    name,
    title,
    connections: 32,
    startsIndexing: true,
    request(side, { visitor, forms }) {
      const submissions = answersOf(random(1_000_000));
      if (side === 'reference') return post('/submissions', { id: randomUUID(), submissions });
      return post('/v4/submissions', { submission: { formId: idOf(forms), submissions } }, visitor);
    },
    isCorrect: (body) => body.includes('"field_1"'),
  };
}

const NAMESPACE = 'wix.form_app.form';
const filterOf = (formId: string) => ({ namespace: NAMESPACE, formId });

/** Returns the body of a search. */
export const searchFor = ({ readId }: Pick<FormsFixture, 'readId'>, expression: string): object => ({
  search: { filter: filterOf(readId), search: { expression } },
});

function postAsOwner({ apiKeyHeaders }: Pick<FormsFixture, 'apiKeyHeaders'>, path: string, body: object): Request {
  const { headers, ...request } = post(path, body);
  return { ...request, headers: { ...headers, ...apiKeyHeaders } };
}

/** Returns the values of the n-th submission: an e-mail address, numbers, choices and texts. */
export function answersOf(n: number): Record<string, unknown> {
  return {
    field_1: `Person number ${n}`,
    field_2: `person${n}@example.org`,
    field_3: `Subject ${n % 50} ${makeRareWord(n % RARE_WORDS)}`,
    field_4: `A message of common length, the ${n}th, which says what somebody would like to know about the opening hours.`,
    field_5: n % 100,
    field_6: n % 2 === 0,
    field_7: `choice ${n % 5}`,
    field_8: [`day ${n % 7}`, `day ${(n + 2) % 7}`],
    field_9: `2026-0${(n % 9) + 1}-1${n % 10}`,
    field_10: `https://example.org/${n}`,
  };
}

const makeRareWord = (n: number): string => `word${n.toString(36)}x`;

/** Returns the body that creates a form for these values. By default, it has the spam protection of a new form. */
export function makeBenchForm(name: string, spamFilterProtectionLevel?: 'NONE'): object {
  const textField = (validation: object = {}) => ({
    inputType: 'STRING',
    stringOptions: { validation, componentType: 'TEXT_INPUT', textInputOptions: { label: 'Text' } },
  });
  const inputs: readonly object[] = [
    { ...textField({ maxLength: 100 }), required: true },
    { ...textField({ format: 'EMAIL' }), required: true },
    textField({ maxLength: 200 }),
    textField({ maxLength: 2_000 }),
    { inputType: 'NUMBER', numberOptions: { validation: { minimum: 0, maximum: 100 }, componentType: 'NUMBER_INPUT' } },
    { inputType: 'BOOLEAN', booleanOptions: { componentType: 'CHECKBOX' } },
    textField({ enum: Array.from({ length: 5 }, (_, n) => `choice ${n}`) }),
    {
      inputType: 'ARRAY',
      arrayOptions: {
        validation: { maxItems: 5, items: { itemType: 'STRING', stringOptions: {} } },
        componentType: 'CHECKBOX_GROUP',
        checkboxGroupOptions: { label: 'Days', options: [], customOption: { label: 'Other' } },
      },
    },
    textField({ format: 'DATE' }),
    textField({ format: 'URL' }),
  ];
  const formFields = inputs.map((input, n) => ({
    fieldType: 'INPUT',
    identifier: 'TEXT_INPUT',
    inputOptions: { target: `field_${n + 1}`, ...input },
  }));
  return { form: { name, formFields, ...(spamFilterProtectionLevel ? { spamFilterProtectionLevel } : {}) } };
}
