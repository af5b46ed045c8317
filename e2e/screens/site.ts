import { click, type Screen } from './screen.ts';

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
    shows: 'answers need another look:',
    first: async (page) => {
      await page.locator('form[novalidate]').waitFor();
      await page.getByLabel('E-mail').fill('nobody');
      await page.locator('button[type=submit]').click();
    },
  },
  { name: 'form sent', path: '/form/:formId?sent', shows: /thank you/i },
  { name: 'sign-in', path: '/sign-in', shows: 'Good to see you again' },
  {
    name: 'sign-in refused',
    path: '/sign-in',
    shows: 'The e-mail address or the password is wrong.',
    problems: /40\d/,
    first: async (page) => {
      await page.getByLabel('E-mail').fill('nobody@example.org');
      await page.getByLabel('Password').fill('not the password');
      await click('Sign in')(page);
    },
  },
  { name: 'sign-up', path: '/sign-up', shows: 'Become a member' },
  {
    name: 'sign-up refused',
    path: '/sign-up',
    shows: 'There is an account with this address already.',
    problems: /40\d/,
    first: async (page) => {
      await page.getByLabel('E-mail').fill('mary@example.org');
      await page.getByLabel('Password').fill('a walk in the rain');
      await click('Sign up')(page);
    },
  },
  { name: 'not found', path: '/nowhere', shows: 'Nothing here', problems: /404/ },
];

/** What a member sees. */
export const memberScreens: readonly Screen[] = [
  { name: 'member home', path: '/', shows: 'Welcome back, Mary' },
  { name: 'account', path: '/account', shows: 'Your account' },
  { name: 'account saved', path: '/account?saved', shows: 'Your name has been saved.' },
];
