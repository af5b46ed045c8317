import type { Screen } from './screen.ts';

/** The visitors' site with the starter's content. */
export const siteScreens: readonly Screen[] = [
  { name: 'home', path: '/', shows: 'New in Books' },
  { name: 'collection', path: '/c/Books', shows: 'Frankenstein' },
  { name: 'item', path: '/c/Books/:itemId', shows: '← Books' },
  { name: 'private collection', path: '/c/Ledger', shows: 'To the home page', problems: /40[34]/ },
  { name: 'form', path: '/form/:formId', shows: 'What is it about?' },
  {
    name: 'form refused',
    path: '/form/:formId',
    shows: 'answers need to be corrected:',
    first: async (page) => {
      await page.locator('form[novalidate]').waitFor();
      await page.getByLabel('E-mail').fill('nobody');
      await page.locator('button[type=submit]').click();
    },
  },
  { name: 'form sent', path: '/form/:formId?sent', shows: /thank you/i },
  { name: 'not found', path: '/nowhere', shows: 'Nothing here', problems: /404/ },
];

/** What a member sees. */
export const memberScreens: readonly Screen[] = [{ name: 'member home', path: '/', shows: 'Welcome back, Mary' }];

/** Frame and content in a language that is written from right to left. */
export const hebrewScreens: readonly Screen[] = [
  { name: 'home', path: '/', shows: 'ברוכים הבאים' },
  { name: 'collection', path: '/c/Books', shows: 'Frankenstein' },
  { name: 'item', path: '/c/Books/:itemId', shows: '→ Books' },
  { name: 'form', path: '/form/:formId', shows: 'What is it about?' },
  {
    name: 'form refused',
    path: '/form/:formId',
    shows: 'דורשות תיקון',
    first: async (page) => {
      await page.locator('form[novalidate]').waitFor();
      await page.locator('main button[type=submit]').click();
    },
  },
  { name: 'not found', path: '/nowhere', shows: 'אין כאן דבר', problems: /404/ },
];
