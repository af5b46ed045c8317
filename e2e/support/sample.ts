import type { Api } from './api.ts';
import type { Product } from './product.ts';

export const MEMBER = { email: 'mary@example.org', password: 'a walk in the rain' } as const;

/** What the sample made, where screens need to name it. */
export interface Sample {
  readonly formId: string;
  readonly itemId: string;
  readonly memberId: string;
  readonly submissionId: string;
}

/** Fills the starter site with members, submissions, an app and a collection whose texts are long. */
export async function makeSample(product: Product, api: Api): Promise<Sample> {
  const answer = await fetch(`${product.url}/portico/v1/site-info`);
  const { formId } = ((await answer.json()) as { starter: { formId: string } }).starter;
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
  for (const [name, email, topic, message] of letters) {
    const { submission } = await api.post('/v4/submissions', {
      submission: { formId, submissions: { name, email, topic, message } },
    });
    submissionId = submission.id;
  }
  await product.portico('app', 'create', '--site', api.siteId, '--name', 'Website', '--redirect-uri', LONG_ADDRESS);
  const { dataItems } = await api.post('/v2/items/query', { dataCollectionId: 'Books' });
  await api.post('/v2/collections', {
    collection: {
      id: 'ACollectionWithAnIdThatIsLongerThanAnyScreenOfAPhoneIsWide',
      displayName: 'A collection with a rather long name that has to wrap somewhere',
      fields: [{ key: 'title', type: 'TEXT' }],
      permissions: { read: 'ADMIN', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
    },
  });
  return { formId, itemId: dataItems[0].id, memberId, submissionId };
}

const LONG_ADDRESS = `https://an-address-that-is-rather-long.example.org/${'and-goes-on/'.repeat(6)}callback`;

const letters = [
  ['Ada', 'ada@example.org', 'A question', 'When are you open on Sundays?'],
  ['Grace', 'grace@example.org', 'A book to add', 'The Mysteries of Udolpho, please. It is not as long as it looks.'],
  [
    'Augusta of a family with very many names',
    'augusta-of-a-family-with-very-many-names@an-address-that-is-rather-long.example.org',
    'Something else',
    `A letter that goes on. ${'It goes on and on. '.repeat(20)}And averylongwordwithoutanyplacetobreakitwhatsoever${'x'.repeat(80)}.`,
  ],
] as const;
