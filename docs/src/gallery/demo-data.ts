/** The data that the examples of the gallery show. */
import type { Member, MemberSession, SignInSettings } from '@portico/sdk';

export const member = {
  id: 'b5d1d6e2-0000-4000-8000-000000000001',
  loginEmail: 'ada@example.org',
  status: 'APPROVED',
  createdDate: '2026-01-02T09:00:00.000Z',
  profile: { nickname: 'Ada' },
  contact: { firstName: 'Ada', lastName: 'Lovelace' },
} as Member;

export const roles = [{ roleKey: 'editors', title: 'Editors' }];

export const settings = {
  siteName: 'The Reading Room',
  signUp: 'OPEN',
  requiredFields: ['firstName'],
  memberFields: [],
  captcha: { mode: 'OFF', provider: 'ALTCHA', siteKey: '' },
  shortestPassword: 8,
} as unknown as SignInSettings;

/** The same settings with the captcha that is built into the server. */
export const captchaSettings = {
  ...settings,
  captcha: { mode: 'VISIBLE', provider: 'ALTCHA', siteKey: '' },
} as unknown as SignInSettings;

/** A challenge that the first try solves. */
export const challenge = {
  parameters: { algorithm: 'PBKDF2/SHA-256', nonce: '00', salt: '00', cost: 1, keyLength: 32, keyPrefix: '' },
};

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

export const sessions: readonly MemberSession[] = [
  {
    sessionId: 's1',
    current: true,
    createdDate: '2026-10-01T08:00:00.000Z',
    lastUsedDate: '2026-11-20T19:30:00.000Z',
    userAgent: FIREFOX,
    address: '203.0.113.7',
    appName: null,
  },
  {
    sessionId: 's2',
    current: false,
    createdDate: '2026-09-12T17:00:00.000Z',
    lastUsedDate: '2026-11-18T07:10:00.000Z',
    userAgent: SAFARI,
    address: '2001:db8::5',
    appName: null,
  },
];

export const books = [
  { _id: 'b1', title: 'Frankenstein', author: 'Mary Shelley' },
  { _id: 'b2', title: 'The Interesting Narrative', author: 'Olaudah Equiano' },
  { _id: 'b3', title: 'Sultana’s Dream', author: 'Rokeya Sakhawat Hossain' },
];

/** A response of POST /v2/items/query. */
export const itemsPage = (items: readonly { readonly _id: string }[], hasNext = false) => ({
  dataItems: items.map((item) => ({ id: item._id, data: item })),
  pagingMetadata: { count: items.length, hasNext },
});

const text = (value: string, ...decorations: object[]) => ({ type: 'TEXT', textData: { text: value, decorations } });
const link = { type: 'LINK', linkData: { link: { url: 'https://example.org' } } };

export const richContent = {
  nodes: [
    { type: 'HEADING', headingData: { level: 3 }, nodes: [text('Opening hours')] },
    {
      type: 'PARAGRAPH',
      nodes: [
        text('We are open '),
        text('every day', { type: 'BOLD' }),
        text(' except Monday. '),
        text('Directions', link),
      ],
    },
    {
      type: 'BULLETED_LIST',
      nodes: ['Reading room', 'Café'].map((name) => ({
        type: 'LIST_ITEM',
        nodes: [{ type: 'PARAGRAPH', nodes: [text(name)] }],
      })),
    },
  ],
};
