import type { Screen } from './screen.ts';

/** The visitors' site with the starter content. */
export const siteScreens: readonly Screen[] = [
  { name: 'home', path: '/', visibleText: 'New in Books' },
  { name: 'collection', path: '/c/Books', visibleText: 'Frankenstein' },
  { name: 'item', path: '/c/Books/:itemId', visibleText: '← Books' },
  { name: 'private collection', path: '/c/Ledger', visibleText: 'To the home page', expectedProblems: /40[34]/ },
  { name: 'form', path: '/form/:formId', visibleText: 'What is it about?' },
  {
    name: 'form with errors',
    path: '/form/:formId',
    visibleText: 'answers need to be corrected:',
    interact: async (page) => {
      await page.locator('form[novalidate]').waitFor();
      await page.getByLabel('E-mail').fill('nobody');
      await page.locator('button[type=submit]').click();
    },
  },
  { name: 'form sent', path: '/form/:formId?sent', visibleText: /thank you/i },
  { name: 'not found', path: '/nowhere', visibleText: 'Nothing here', expectedProblems: /404/ },
];

/** Screens of a signed-in member. */
export const memberScreens: readonly Screen[] = [{ name: 'member home', path: '/', visibleText: 'Welcome back, Mary' }];

/** Screens in a language that is written from right to left. */
export const hebrewScreens: readonly Screen[] = [
  { name: 'home', path: '/', visibleText: 'ברוכים הבאים' },
  { name: 'collection', path: '/c/Books', visibleText: 'Frankenstein' },
  { name: 'item', path: '/c/Books/:itemId', visibleText: '→ Books' },
  { name: 'form', path: '/form/:formId', visibleText: 'What is it about?' },
  {
    name: 'form with errors',
    path: '/form/:formId',
    visibleText: 'דורשות תיקון',
    interact: async (page) => {
      await page.locator('form[novalidate]').waitFor();
      await page.locator('main button[type=submit]').click();
    },
  },
  { name: 'not found', path: '/nowhere', visibleText: 'אין כאן דבר', expectedProblems: /404/ },
];
