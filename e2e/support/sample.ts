import type { Api } from './api.ts';
import type { Product } from './product.ts';

export const MEMBER = { email: 'mary@example.org', password: 'a walk in the rain' } as const;

/** The ids of the sample data that occur in the paths of screens. */
export interface Sample {
  readonly formId: string;
  readonly itemId: string;
  readonly memberId: string;
  readonly submissionId: string;
}

/** Fills the starter site with members, submissions, an app and a collection with long texts. */
export async function createSample(product: Product, api: Api): Promise<Sample> {
  const response = await fetch(`${product.url}/portico/v1/site-info`);
  const { formId } = ((await response.json()) as { starter: { formId: string } }).starter;
  let memberId = '';
  for (const [nickname, email] of [
    ['Mary', MEMBER.email],
    ['Olaudah', 'olaudah@example.org'],
    ['Rokeya', 'rokeya@example.org'],
  ] as const) {
    const { identity } = await api.post('/v2/register', {
      loginId: { email },
      password: MEMBER.password,
      profile: { nickname },
    });
    memberId ||= identity.id;
  }
  let submissionId = '';
  for (const [first_name, last_name, email, topic, message] of messages) {
    const { submission } = await api.post('/v4/submissions', {
      submission: { formId, submissions: { first_name, last_name, email, topic, message } },
    });
    submissionId = submission.id;
  }
  await api.postAsOwner('/portico/v1/apps', { app: { name: 'Website', redirectUris: [LONG_ADDRESS] } });
  const { dataItems } = await api.post('/v2/items/query', { dataCollectionId: 'Books' });
  await api.post('/v2/collections', {
    collection: {
      id: 'ACollectionWithAnIdThatIsLongerThanAnyScreenOfAPhoneIsWide',
      displayName: 'A collection with a rather long name that has to wrap somewhere',
      fields: [{ key: 'title', type: 'TEXT' }],
      permissions: { read: 'ADMIN', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
    },
  });
  await createWares(api);
  return { formId, itemId: dataItems[0].id, memberId, submissionId };
}

/** Creates a collection that validates its items (`validated`) and has a field of every type. */
async function createWares(api: Api): Promise<void> {
  const metadata = { referencedCollectionId: 'Books' };
  await api.post('/v2/collections', {
    collection: {
      id: 'Wares',
      displayName: 'Wares',
      displayField: 'name',
      validated: true,
      fields: [
        { key: 'name', type: 'TEXT', displayName: 'Name', required: true, stringLengthRange: { maxLength: 40 } },
        { key: 'price', type: 'NUMBER', displayName: 'Price', numberRange: { min: 0, max: 1000 } },
        { key: 'code', type: 'SLUG', displayName: 'Code', unique: true },
        { key: 'inStock', type: 'BOOLEAN', displayName: 'In stock' },
        { key: 'since', type: 'DATE', displayName: 'Since' },
        { key: 'checked', type: 'DATETIME', displayName: 'Checked' },
        { key: 'opens', type: 'TIME', displayName: 'Opens' },
        { key: 'tags', type: 'ARRAY_STRING', displayName: 'Tags', arraySizeRange: { maxSize: 5 } },
        { key: 'about', type: 'RICH_TEXT', displayName: 'About' },
        { key: 'shop', type: 'ADDRESS', displayName: 'Shop' },
        { key: 'manual', type: 'REFERENCE', displayName: 'Manual', typeMetadata: { reference: metadata } },
        { key: 'related', type: 'MULTI_REFERENCE', displayName: 'Related', typeMetadata: { multiReference: metadata } },
        { key: 'extras', type: 'OBJECT', displayName: 'Extras' },
        { key: 'margin', type: 'TEXT', displayName: 'Margin', access: { read: 'CMS_EDITOR', write: 'PRIVILEGED' } },
      ],
      permissions: { read: 'ANYONE', insert: 'SITE_MEMBER', update: 'SITE_MEMBER_AUTHOR', remove: 'ADMIN' },
    },
  });
  const dataItems = Array.from({ length: 30 }, (_, index) => ({
    data: {
      name: `Ware ${String(index + 1).padStart(2, '0')}`,
      price: (index * 7) % 30,
      code: `ware-${index + 1}`,
      inStock: index % 2 === 0,
      since: `2024-05-${String(index + 1).padStart(2, '0')}`,
      tags: index % 3 === 0 ? ['wood', 'oak'] : ['wood'],
      shop: { city: index % 2 === 0 ? 'Haifa' : 'Jaffa', formatted: `${index} Harbour Street` },
      margin: index === 4 ? 'a third' : String(index),
    },
  }));
  await api.post('/v2/bulk/items/insert', { dataCollectionId: 'Wares', dataItems });
}

const LONG_ADDRESS = `https://an-address-that-is-rather-long.example.org/${'and-goes-on/'.repeat(6)}callback`;

const messages = [
  ['Ada', 'Lovelace', 'ada@example.org', 'A question', 'When are you open on Sundays?'],
  [
    'Grace',
    'Hopper',
    'grace@example.org',
    'A book to add',
    'The Mysteries of Udolpho, please. It is not as long as it looks.',
  ],
  [
    'Augusta',
    'Of a Family with Very Many Names',
    'augusta-of-a-family-with-very-many-names@an-address-that-is-rather-long.example.org',
    'Something else',
    `A letter that goes on. ${'It goes on and on. '.repeat(20)}And averylongwordwithoutanyplacetobreakitwhatsoever${'x'.repeat(80)}.`,
  ],
] as const;
