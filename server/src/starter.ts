/**
 * Starter content for an empty site, so that site and dashboard have something to show: a collection and a contact
 * form.
 */
import { createCollection, insertItems } from './data/index.ts';
import { createForm } from './forms/index.ts';
import type { SiteCtx } from './kernel/ctx.ts';
import { newId } from './kernel/ids.ts';

const COLLECTION = 'Books';

export async function makeStarterContent(ctx: SiteCtx): Promise<SiteCtx['site']['settings']['starter']> {
  await createCollection(ctx, {
    id: COLLECTION,
    displayName: 'Books',
    displayField: 'title',
    fields: [
      { key: 'title', displayName: 'Title', type: 'TEXT' },
      { key: 'author', displayName: 'Author', type: 'TEXT' },
      { key: 'year', displayName: 'Year', type: 'NUMBER' },
      { key: 'genre', displayName: 'Genre', type: 'TEXT' },
      { key: 'onLoan', displayName: 'On loan', type: 'BOOLEAN' },
      { key: 'about', displayName: 'About', type: 'TEXT' },
    ],
    permissions: { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
  });
  await insertItems(
    ctx,
    COLLECTION,
    books.map(([title, author, year, genre, onLoan, about]) => ({ title, author, year, genre, onLoan, about })),
  );
  const form = await createForm(ctx, makeContactForm());
  return { collectionId: COLLECTION, formId: form.id };
}

const books: readonly (readonly [string, string, number, string, boolean, string])[] = [
  [
    'Frankenstein',
    'Mary Shelley',
    1818,
    'Novel',
    false,
    'A student makes a creature and runs from it. The creature learns to read, and to hate.',
  ],
  [
    'Middlemarch',
    'George Eliot',
    1871,
    'Novel',
    false,
    'A country town, its marriages and its ambitions, watched with great patience.',
  ],
  [
    'The Time Machine',
    'H. G. Wells',
    1895,
    'Science fiction',
    true,
    'An inventor dines with friends and tells them of the year 802,701.',
  ],
  [
    'Walden',
    'Henry David Thoreau',
    1854,
    'Essay',
    false,
    'Two years in a cabin by a pond, with accounts of what the boards cost.',
  ],
  [
    'Pride and Prejudice',
    'Jane Austen',
    1813,
    'Novel',
    true,
    'Five sisters, one fortune, and two people who misjudge each other.',
  ],
  [
    'The Origin of Species',
    'Charles Darwin',
    1859,
    'Science',
    false,
    'Why there are so many kinds of finch, and of everything else.',
  ],
  [
    'Moby-Dick',
    'Herman Melville',
    1851,
    'Novel',
    false,
    'A captain follows a white whale around the world. Also: everything about whales.',
  ],
  [
    'A Vindication of the Rights of Woman',
    'Mary Wollstonecraft',
    1792,
    'Essay',
    false,
    'The case for educating half of mankind.',
  ],
  [
    'Around the World in Eighty Days',
    'Jules Verne',
    1872,
    'Adventure',
    true,
    'A bet, a timetable, and a servant who loses his shoes in Calcutta.',
  ],
  [
    'The Souls of Black Folk',
    'W. E. B. Du Bois',
    1903,
    'Essay',
    false,
    'Fourteen essays on a country and its colour line.',
  ],
  [
    'The Interesting Narrative',
    'Olaudah Equiano',
    1789,
    'Memoir',
    false,
    'A life from slavery to the sea to London, told by himself.',
  ],
  [
    'Sultana’s Dream',
    'Begum Rokeya',
    1905,
    'Science fiction',
    false,
    'A city run by women, with flying cars and weather on demand.',
  ],
];

function makeContactForm() {
  const topics = ['A question', 'A book to add', 'Something else'];
  return {
    name: 'Contact',
    namespace: 'wix.form_app.form',
    formFields: [
      textField('CONTACTS_FIRST_NAME', 'first_name', 'First name', { maxLength: 100 }, { contactField: 'FIRST_NAME' }),
      textField('CONTACTS_LAST_NAME', 'last_name', 'Last name', { maxLength: 100 }, { contactField: 'LAST_NAME' }),
      textField(
        'CONTACTS_EMAIL',
        'email',
        'E-mail',
        { format: 'EMAIL', maxLength: 254 },
        { contactField: 'EMAIL', emailInfo: { tag: 'UNTAGGED' } },
      ),
      inputField('RADIO_GROUP', 'topic', {
        inputType: 'STRING',
        stringOptions: {
          componentType: 'RADIO_GROUP',
          validation: { enum: topics },
          radioGroupOptions: {
            label: 'What is it about?',
            showLabel: true,
            options: topics.map((value) => ({ id: newId(), label: value, value })),
          },
        },
      }),
      textField('TEXT_AREA', 'message', 'Message', { maxLength: 2000 }),
      inputField('CHECKBOX', 'reply', {
        inputType: 'BOOLEAN',
        booleanOptions: {
          componentType: 'CHECKBOX',
          validation: {},
          checkboxOptions: { label: toRichContent('You may write back to me') },
        },
      }),
      {
        id: newId(),
        identifier: 'SUBMIT_BUTTON',
        fieldType: 'DISPLAY',
        displayOptions: { displayFieldType: 'PAGE_NAVIGATION', pageNavigationOptions: { submitText: 'Send' } },
      },
    ],
  };
}

const textField = (identifier: string, target: string, label: string, validation: object, contactMapping?: object) =>
  inputField(identifier, target, {
    required: true,
    ...(contactMapping ? { pii: true, contactMapping } : {}),
    inputType: 'STRING',
    stringOptions: { componentType: 'TEXT_INPUT', textInputOptions: { label, showLabel: true }, validation },
  });

const inputField = (identifier: string, target: string, inputOptions: object) => ({
  id: newId(),
  identifier,
  fieldType: 'INPUT',
  hidden: false,
  inputOptions: { target, required: false, ...inputOptions },
});

/** Returns rich content with one line of text. */
const toRichContent = (text: string) => ({
  nodes: [
    {
      type: 'PARAGRAPH',
      id: 'p1',
      nodes: [{ type: 'TEXT', id: 't1', nodes: [], textData: { text, decorations: [] } }],
      paragraphData: {},
    },
  ],
  metadata: { version: 1 },
});
