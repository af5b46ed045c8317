/** English texts. Other languages have the same type. Texts include arrows, whose direction depends on the language. */
export const en = {
  /** For dates and numbers. */
  locale: 'en-GB',
  frame: {
    home: 'Home',
    main: 'Main',
    signIn: 'Sign in',
    account: 'Account',
    form: 'Form',
    skip: 'Skip to content',
    language: 'Language',
    runsOn: (site: string) => `${site} runs on Portico.`,
    thisSite: 'This site',
  },
  home: {
    welcome: (site: string) => `Welcome to ${site}`,
    welcomeBack: (name: string) => `Welcome back, ${name}`,
    lead: (collection: string) => `Have a look at what is new in ${collection}, or write to us.`,
    empty: 'There is nothing to read here yet. Come back soon.',
    see: (collection: string) => `See ${collection}`,
    write: 'Write to us',
    join: 'Become a member',
    newest: (collection: string) => `New in ${collection}`,
  },
  collection: {
    entries: 'Entries',
    count: (total: number) => (total === 1 ? 'One entry' : `${total} entries`),
    nothing: 'There is nothing here yet.',
    titleOfPage: (title: string, page: number) => `${title}, page ${page}`,
    pages: 'Pages',
    newer: '← Newer',
    older: 'Older →',
    page: (page: number, last: number | null) => (last === null ? `Page ${page}` : `Page ${page} of ${last}`),
    breadcrumb: 'Breadcrumb',
    back: (title: string) => `← ${title}`,
    untitled: 'Untitled',
    yes: 'Yes',
    no: 'No',
  },
  form: { thanks: 'Thank you' },
  errorPages: {
    401: ['For members', 'Sign in to see this page.'],
    403: ['Not for everybody', 'This page is for members, or for some of them. Signing in may help.'],
    404: ['Nothing here', 'The page may have moved, or the address contains a typing mistake.'],
    429: ['One moment', 'There were many requests from here just now. Please try again in a minute.'],
    other: ['This did not work', 'The fault is ours. Please try again in a moment.'],
  } as Readonly<Record<401 | 403 | 404 | 429 | 'other', readonly [title: string, sentence: string]>>,
  toHome: 'To the home page',
};

/** The texts of the pages of a site in one language. */
export type SiteTexts = typeof en;
