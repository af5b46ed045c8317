import type { Page } from 'playwright-core';
import type { Api } from '../support/api.ts';
import { click, type Screen } from './screen.ts';

const WARES = '/dashboard/collections/Wares';
const FIELDS = `${WARES}/settings`;

const chooseFromMenu = (button: string, item: string) => async (page: Page) => {
  await click(button)(page);
  await page.getByRole('menuitem', { name: item }).click();
};

async function applyFilter(page: Page): Promise<void> {
  await click('Filter')(page);
  await click('Add a group')(page);
  const group = page.getByRole('group', { name: 'Group 1', exact: true });
  await group.getByLabel('Field').selectOption('tags');
  await group.getByLabel('Condition', { exact: true }).selectOption('hasAll');
  await page.getByRole('group', { name: 'Condition 1', exact: true }).getByLabel('Field').selectOption('price');
  await page
    .getByRole('group', { name: 'Condition 1', exact: true })
    .getByLabel('Condition', { exact: true })
    .selectOption('between');
  await click('Apply filters')(page);
}

async function createIndex(_page: Page, api: Api): Promise<void> {
  const index = { name: 'by_price', fields: [{ path: 'price', order: 'DESC' }, { path: 'name' }] };
  await api.post('/v2/indexes', { dataCollectionId: 'Wares', index });
}

async function createDeletedCollection(_page: Page, api: Api): Promise<void> {
  const collection = { id: 'Outdated', displayName: 'Outdated wares', fields: [] };
  await api.post('/v2/collections', { collection });
  await api.remove('/v2/collections/Outdated');
}

/** Screens of collections and items on a site with content. */
export const dataScreens: readonly Screen[] = [
  { name: 'items of every kind', path: WARES, visibleText: /^Ware \d\d$/ },
  { name: 'items filter in groups with errors', path: WARES, visibleText: 'Enter both values.', interact: applyFilter },
  {
    name: 'items filtered in groups',
    path: `${WARES}?match=any&where=price~between~1~9&where=name~!ends~3&match1=all&where1=tags~hasAll~wood~oak&where1=shop.city~is~Haifa&sort=-price&sort=name`,
    visibleText: '(Tags has all of wood, oak and',
  },
  { name: 'items sorted', path: `${WARES}?sort=-price&sort=name`, visibleText: 'Then by', interact: click('Sort (2)') },
  { name: 'items searched', path: `${WARES}?search=harbour`, visibleText: /of \d|No matching items/ },
  {
    name: 'items search with errors',
    path: WARES,
    visibleText: 'Search is not enabled for the Wares collection.',
    expectedProblems: /400/,
    interact: async (page) => {
      const description = 'WDE0190: Search is not enabled for the Wares collection.';
      const json = { message: description, details: { applicationError: { code: 'WDE0190', description, data: {} } } };
      await page.route('**/v2/items/search', (route) => route.fulfill({ status: 400, json }), { times: 1 });
      await page.getByLabel('Search items').fill('harbour');
    },
  },
  {
    name: 'items change a field',
    path: WARES,
    visibleText: 'Preview',
    interact: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await click('Change a field')(page);
    },
  },
  {
    name: 'items change a field preview',
    path: WARES,
    visibleText: 'Change 30 items',
    interact: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await click('Select all 30')(page);
      await click('Change a field')(page);
      await page.getByLabel('Field', { exact: true }).selectOption('price');
      await page.getByRole('dialog').getByLabel('Price').fill('12');
      await click('Preview')(page);
    },
  },
  {
    name: 'items delete preview',
    path: WARES,
    visibleText: 'Delete 30 items',
    interact: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await click('Select all 30')(page);
      await click('Delete 30 selected')(page);
    },
  },
  {
    name: 'items being changed',
    path: WARES,
    visibleText: 'Changing: 12,250 of 20,000',
    interact: async (page) => {
      const change = {
        id: 'c',
        kind: 'UPDATE',
        fields: ['price'],
        status: 'PENDING',
        total: 20_000,
        done: 12_250,
        succeeded: 12_250,
        skipped: 0,
        createdDate: new Date().toISOString(),
      };
      const json = { bulkChanges: [change], pagingMetadata: { count: 1 } };
      // The list reports the change as pending until the next screen is opened.
      await page.route('**/bulk-changes?**', (route) => route.fulfill({ json }));
      await page.reload();
      page.once('framenavigated', () => page.unroute('**/bulk-changes?**'));
    },
  },
  {
    name: 'items recent changes',
    path: WARES,
    visibleText: /^Changed margin of/i,
    prepare: async (page, api) => {
      const dataCollectionId = 'Wares';
      const change = {
        kind: 'UPDATE',
        fieldModifications: [{ action: 'SET_FIELD', fieldPath: 'margin', setFieldOptions: { value: 'small' } }],
      };
      await api.post('/portico/v1/data/bulk-changes', { dataCollectionId, change, filter: { name: 'Ware 05' } });
      const running = async () =>
        (await api.getAsOwner(`/portico/v1/data/bulk-changes?dataCollectionId=${dataCollectionId}`)).bulkChanges.some(
          ({ status }: { status: string }) => status === 'PENDING',
        );
      while (await running()) await page.waitForTimeout(50);
    },
    interact: click('Recent changes'),
  },
  {
    name: 'items all selected',
    path: WARES,
    visibleText: 'Select only this page',
    interact: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await click('Select all 30')(page);
    },
  },
  {
    name: 'item of every kind with errors',
    path: WARES,
    visibleText: 'At most 1,000.',
    interact: async (page) => {
      await click(/^Ware \d\d$/)(page);
      await page.getByRole('dialog').getByLabel('Price').fill('5000');
      await click('Save')(page);
    },
  },
  {
    name: 'item left unsaved',
    path: WARES,
    visibleText: 'Leave without saving?',
    interact: async (page) => {
      await click('Add item')(page);
      await page.getByRole('dialog').getByLabel('Name').fill('A chair');
      await page.keyboard.press('Escape');
    },
  },
  { name: 'collection fields', path: FIELDS, visibleText: 'Rules' },
  {
    name: 'collection field',
    path: FIELDS,
    visibleText: 'Value of new items',
    interact: click('Edit the field Price'),
  },
  {
    name: 'collection field new with errors',
    path: FIELDS,
    visibleText: 'Give the field a name.',
    interact: async (page) => {
      await click('Add a field')(page);
      await page.getByRole('dialog').getByLabel('Type').selectOption('NUMBER');
      await page.getByRole('dialog').getByRole('button', { name: 'Add field' }).click();
    },
  },
  {
    name: 'collection field retyped',
    path: FIELDS,
    visibleText: 'values can be converted.',
    interact: async (page) => {
      await chooseFromMenu('Change the field Margin', 'Change the type')(page);
      await page.getByLabel('New type').selectOption('NUMBER');
    },
  },
  {
    name: 'collection field deleted',
    path: FIELDS,
    visibleText: 'have a value in this field.',
    interact: chooseFromMenu('Change the field Tags', 'Delete'),
  },
  {
    name: 'collection field changes',
    path: FIELDS,
    visibleText: 'opens renamed to opensAt',
    interact: async (page) => {
      await chooseFromMenu('Change the field Opens', 'Rename in code')(page);
      await page.getByLabel('New name in code').fill('opensAt');
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
      await page.getByText('Done', { exact: true }).waitFor();
    },
  },
  { name: 'collection permissions', path: `${FIELDS}/permissions`, visibleText: 'For individual members' },
  {
    name: 'collection permission with errors',
    path: `${FIELDS}/permissions`,
    visibleText: 'Choose a member.',
    interact: async (page) => {
      await click('Give rights to a member')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    },
  },
  { name: 'collection indexes', prepare: createIndex, path: `${FIELDS}/indexes`, visibleText: 'by_price' },
  {
    name: 'collection index new',
    path: `${FIELDS}/indexes`,
    visibleText: 'What it is for',
    interact: click('Add an index'),
  },
  { name: 'collection general', path: `${FIELDS}/general`, visibleText: 'Check items against the fields' },
  {
    name: 'deleted collections',
    prepare: createDeletedCollection,
    path: '/dashboard/deleted-collections',
    visibleText: 'Outdated wares',
  },
];

export const emptyDataScreens: readonly Screen[] = [
  { name: 'empty deleted collections', path: '/dashboard/deleted-collections', visibleText: 'No deleted collections' },
];

const failing = { visibleText: 'That did not work', expectedProblems: /500/ } as const;

/** Screens that appear if every request for content fails. */
export const failingDataScreens: readonly Screen[] = [
  { name: 'failing collection fields', path: FIELDS, ...failing },
  { name: 'failing collection permissions', path: `${FIELDS}/permissions`, ...failing },
  { name: 'failing deleted collections', path: '/dashboard/deleted-collections', ...failing },
];
