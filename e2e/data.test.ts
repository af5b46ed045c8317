/** Collections and items in the dashboard: filters, sorting, search, bulk changes and changes of fields. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './support/api.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  START_TIMEOUT_MS,
  signInAsOwner,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { withLockedItem } from './support/lock-item.ts';
import { createSample } from './support/sample.ts';

const WARES = '/dashboard/collections/Wares';

let environment: TestEnvironment;
let api: Api;
let owner: BrowserSession;
beforeAll(async () => {
  environment = await startEnvironment(OWNER_ENV);
  api = await openApi(environment.product);
  await createSample(environment.product, api);
  owner = await environment.open();
  await signInAsOwner(owner.page);
}, START_TIMEOUT_MS);
afterAll(() => environment?.close());

const count = async (filter: object): Promise<number> =>
  (await api.post('/v2/items/count', { dataCollectionId: 'Wares', filter })).totalCount;
const names = () => owner.page.locator('tbody tr td:nth-child(2)').allInnerTexts();
const button = (name: string) => owner.page.getByRole('button', { name, exact: true });
const dialog = () => owner.page.getByRole('dialog');

describe('the items of a collection', () => {
  it('show that they are being indexed, and appear in the search afterwards without a click', async () => {
    const { page, problems } = owner;
    await api.post('/v2/collections', { collection: { id: 'Many', fields: [{ key: 'title', type: 'TEXT' }] } });
    // A search indexes up to 2,000 items itself, without showing progress, so this collection has more.
    for (let created = 0; created < 2_970; created += 99) {
      const dataItems = Array.from({ length: 99 }, (_, n) => ({ data: { title: `walnut ${created + n}` } }));
      await api.post('/v2/bulk/items/insert', { dataCollectionId: 'Many', dataItems });
    }
    await page.goto('/dashboard/collections/Many?search=walnut');
    await page.getByRole('status').getByText('Indexing items for search').waitFor();
    await page.getByText(/1 to 25 of 2.?970/).waitFor();
    // The browser logs every 503 response, although the screen has handled it.
    expect(problems.splice(0).filter((problem) => !problem.includes('503'))).toEqual([]);
  });

  it('are filtered by groups of conditions and sorted by several fields, which the URL preserves', async () => {
    const { page, problems } = owner;
    await page.goto(WARES);
    await page.getByText('1 to 25 of 30').waitFor();
    await button('Filter').click();
    const first = page.getByRole('group', { name: 'Condition 1', exact: true });
    await first.getByLabel('Field', { exact: true }).selectOption('price');
    await first.getByLabel('Condition', { exact: true }).selectOption('between');
    await first.getByLabel('From').fill('20');
    await button('Apply filters').click();
    await dialog().getByText('Enter both values.').first().waitFor();
    await first.getByLabel('To').fill('29');
    await button('Add a group').click();
    const groupCondition = page.getByRole('group', { name: 'Group 1, condition 1' });
    await groupCondition.getByLabel('Field', { exact: true }).selectOption('tags');
    await groupCondition.getByLabel('Condition', { exact: true }).selectOption('hasAll');
    await groupCondition.getByLabel('Values').fill('oak');
    await groupCondition.getByLabel('Values').press('Enter');
    await page.getByLabel('Exclude items that match the group').check();
    await button('Apply filters').click();
    await dialog().waitFor({ state: 'hidden' });
    const filter = {
      $and: [{ price: { $gte: 20 } }, { price: { $lte: 29 } }, { $not: { tags: { $hasAll: ['oak'] } } }],
    };
    const expected = await count(filter);
    expect(expected).toBeGreaterThan(1);
    await page.getByText(`1 to ${expected} of ${expected}`).waitFor();

    await button('Sort').click();
    await button('Sort by a field').click();
    await page.getByLabel('Sort by', { exact: true }).selectOption('inStock');
    await button('Then by').click();
    await page.getByLabel('Then by, 2').selectOption('price');
    await page.getByLabel('Direction 2').selectOption('desc');
    await page.keyboard.press('Escape');
    // The changes follow each other without a pause, and none is lost.
    expect(new URL(page.url()).searchParams.getAll('sort')).toEqual(['inStock', '-price']);
    const sort = [{ fieldName: 'inStock' }, { fieldName: 'price', order: 'DESC' }];
    const { dataItems } = await api.post('/v2/items/query', { dataCollectionId: 'Wares', query: { filter, sort } });
    const sorted = dataItems.map((item: { data: { name: string } }) => item.data.name);
    await expect.poll(names).toEqual(sorted);
    await page.reload();
    await expect.poll(names).toEqual(sorted);
    await button('Remove all').click();
    await page.getByText('1 to 25 of 30').waitFor();
    await page.goBack();
    await expect.poll(names).toEqual(sorted);
    expect(problems).toEqual([]);
  });

  it('are found by full-text search', async () => {
    const { page, problems } = owner;
    await page.goto(WARES);
    await page.getByLabel('Search items').fill('Jaffa 07');
    await page.getByRole('heading', { name: 'No matching items' }).waitFor();
    await page.getByLabel('Search items').fill('ware 07');
    await expect.poll(names).toContain('Ware 07');
    expect(problems).toEqual([]);
  });

  it('are changed in bulk after a preview, and the change is undone', async () => {
    const { page, problems } = owner;
    await page.goto(`${WARES}?where=name~among~Ware%2001~Ware%2002~Ware%2003`);
    await expect.poll(names).toHaveLength(3);
    const before = await count({ price: 77 });
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await button('Change a field').click();
    await dialog().getByLabel('Field', { exact: true }).selectOption('price');
    await dialog().getByLabel('Price').fill('5000');
    await button('Preview').click();
    await dialog().getByText('At most 1,000.').waitFor();
    await dialog().getByLabel('Price').fill('77');
    await button('Preview').click();
    await dialog().getByText('3 items will be changed.').waitFor();
    expect(await count({ price: 77 })).toBe(before);
    await button('Change 3 items').click();
    await page.getByText('3 items are changed.').waitFor();
    expect(await count({ price: 77 })).toBe(before + 3);
    await button('Undo').click();
    await page.getByText('3 items are restored.').waitFor();
    expect(await count({ price: 77 })).toBe(before);
    expect(problems).toEqual([]);
  });

  it('are deleted on all pages after a preview, and restored', async () => {
    const { page, problems } = owner;
    const dataItems = Array.from({ length: 40 }, (_, index) => ({ data: { name: `Crumb ${index}` } }));
    await api.post('/v2/bulk/items/insert', { dataCollectionId: 'Wares', dataItems });
    const countCrumbs = () => count({ name: { $startsWith: 'Crumb' } });
    await page.goto(`${WARES}?where=name~starts~Crumb`);
    await page.getByText('1 to 25 of 40').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await button('Select all 40').click();
    await button('Delete 40 selected').click();
    await dialog().getByText('40 items will be deleted. 5 of them:').waitFor();
    expect(await dialog().getByRole('listitem').count()).toBe(5);
    await button('Cancel').click();
    expect(await countCrumbs()).toBe(40);
    const remove = async () => {
      await button('Delete 40 selected').click();
      await button('Delete 40 items').click();
      await page.getByText('40 items are deleted.').waitFor();
      expect([await countCrumbs(), await count({})]).toEqual([0, 30]);
    };
    await remove();
    await button('Undo').click();
    await page.getByText('40 items are restored.').waitFor();
    expect(await countCrumbs()).toBe(40);
    await page.getByText('1 to 25 of 40').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await button('Select all 40').click();
    await remove();
    expect(problems).toEqual([]);
  });

  it('show the progress of a large change, which continues on other pages and can be undone later', async () => {
    const { page, problems } = owner;
    // Four batches of 250 and one of 200.
    const total = 1_200;
    const fields = [
      { key: 'name', type: 'TEXT', displayName: 'Name' },
      { key: 'note', type: 'TEXT', displayName: 'Note' },
    ];
    await api.post('/v2/collections', { collection: { id: 'Parts', displayField: 'name', fields } });
    for (let from = 0; from < total; from += 600) {
      const dataItems = Array.from({ length: 600 }, (_, i) => ({
        data: { _id: String(from + i).padStart(5, '0'), name: `Part ${from + i}`, note: `Note ${from + i}` },
      }));
      await api.post('/v2/bulk/items/insert', { dataCollectionId: 'Parts', dataItems });
    }
    const countParts = async (filter: object): Promise<number> =>
      (await api.post('/v2/items/count', { dataCollectionId: 'Parts', filter })).totalCount;
    await page.goto('/dashboard/collections/Parts');
    await page.getByText('of 1,200').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await button('Select all 1,200').click();
    await button('Change a field').click();
    await dialog().getByLabel('Field', { exact: true }).selectOption('note');
    await button('Preview').click();
    await dialog().getByText('1,200 items will be changed. 5 of them:').waitFor();
    const examples = await dialog().getByRole('listitem').allInnerTexts();
    expect(examples).toHaveLength(5);
    expect(examples[0]).toMatch(/^Part 0\s+Old value:\s+Note 0\s+→?\s*New value:\s+empty$/);
    expect(await countParts({ note: { $startsWith: 'Note' } })).toBe(total);
    const firstPart = { collectionId: 'Parts', itemId: '00000' };
    await withLockedItem(environment.product, firstPart, async () => {
      await button('Change 1,200 items').click();
      await page.getByRole('progressbar', { name: 'Changing: 0 of 1,200' }).waitFor();
      await page.getByRole('link', { name: 'Collections' }).first().click();
      await page.getByRole('heading', { name: 'Collections', level: 1 }).waitFor();
    });
    // The message about the end of the job appears on every screen.
    await page.getByText('1,200 items are changed.').waitFor({ timeout: 60_000 });
    expect(await countParts({ note: { $startsWith: 'Note' } })).toBe(0);

    await page.goto('/dashboard/collections/Parts');
    await button('Recent changes').click();
    // The undo restores the items in descending order, so the first item is in the last batch of the undo.
    await withLockedItem(environment.product, firstPart, async () => {
      await button('Undo: Changed Note of 1,200 items').click();
      const progress = page.getByRole('progressbar', { name: 'Restoring: 1,000 of 1,200' });
      await progress.waitFor();
      await page.reload();
      await progress.waitFor();
    });
    await page.getByText('1,200 items are restored.').waitFor({ timeout: 60_000 });
    expect(await countParts({ note: { $startsWith: 'Note' } })).toBe(total);
    await button('Recent changes').click();
    await dialog().getByText('Undone.').waitFor();
    expect(await dialog().getByRole('button', { name: /^Undo/ }).count()).toBe(0);
    await page.keyboard.press('Escape');

    await page.goto('/dashboard/settings/audit');
    await page.getByText('data.items.bulk-undo').first().waitFor();
    await page.getByText('data.items.bulk-update').first().waitFor();
    expect(problems).toEqual([]);
  }, 180_000);
});

describe('one item', () => {
  it('keeps a concurrent change of another field', async () => {
    const { page, problems } = owner;
    await page.goto(`${WARES}?where=name~is~Ware%2010`);
    await button('Ware 10').click();
    const { dataItems } = await api.post('/v2/items/query', {
      dataCollectionId: 'Wares',
      query: { filter: { name: 'Ware 10' } },
    });
    const [{ id }] = dataItems;
    await dialog().getByLabel('Price').fill('123');
    const fieldModifications = [{ action: 'SET_FIELD', fieldPath: 'margin', setFieldOptions: { value: 'theirs' } }];
    await api.post('/v2/items/patch', { dataCollectionId: 'Wares', patch: { dataItemId: id, fieldModifications } });
    await dialog().getByLabel('City').fill('Akko');
    await button('Save').click();
    await dialog().waitFor({ state: 'hidden' });
    expect(await count({ price: 123, margin: 'theirs', 'shop.city': 'Akko' })).toBe(1);
    expect(problems).toEqual([]);
  });

  it('shows an error at a unique field whose value another item has', async () => {
    const { page, problems } = owner;
    await page.goto(`${WARES}?where=name~is~Ware%2010`);
    await button('Ware 10').click();
    await dialog().getByLabel('Code', { exact: true }).fill('ware-11');
    await button('Save').click();
    await dialog().getByText('Another item has this value.').waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining('409')]);
    await button('Cancel').click();
    await button('Discard changes').click();
    await expect.poll(() => dialog().count()).toBe(0);
  });

  it('references items of another collection by their names', async () => {
    const { page, problems } = owner;
    await page.goto(`${WARES}?where=name~is~Ware%2012`);
    await button('Ware 12').click();
    const relatedInput = dialog().getByRole('combobox', { name: 'Related' });
    await relatedInput.fill('franken');
    await page.getByRole('option', { name: 'Frankenstein' }).click();
    await page.keyboard.press('Escape');
    const manualInput = dialog().getByRole('combobox', { name: 'Manual' });
    await manualInput.fill('franken');
    await page.getByRole('option', { name: 'Frankenstein' }).last().click();
    await button('Save').click();
    await dialog().waitFor({ state: 'hidden' });
    // Two cells show the title: the reference and the multi-reference.
    await expect.poll(() => page.getByRole('cell', { name: 'Frankenstein' }).count()).toBe(2);
    const books = await api.post('/v2/items/query', {
      dataCollectionId: 'Books',
      query: { filter: { title: { $startsWith: 'Frankenstein' } } },
    });
    expect(await count({ related: { $hasSome: [books.dataItems[0].id] } })).toBe(1);
    expect(problems).toEqual([]);
  });
});

describe('the fields of a collection', () => {
  it('change their type after a preview, and back', async () => {
    const { page, problems } = owner;
    await page.goto(`${WARES}/settings`);
    await button('Change the field Margin').click();
    await page.getByRole('menuitem', { name: 'Change the type' }).click();
    await page.getByLabel('New type').selectOption('NUMBER');
    await dialog().getByText('28 of 30 values can be converted.').waitFor();
    await dialog().getByText('"a third"').waitFor();
    await dialog().getByRole('button', { name: 'Change type' }).click();
    await page
      .getByRole('cell', { name: /margin: from text to number/ })
      .first()
      .waitFor();
    await expect.poll(() => count({ margin: 7 })).toBe(1);
    await button('Undo: margin: from text to number').click();
    await expect.poll(() => count({ margin: '7' })).toBe(1);
    expect(await count({ margin: 'a third' })).toBe(1);
    expect(problems).toEqual([]);
  });

  it('are added with the settings of their type', async () => {
    const { page, problems } = owner;
    await page.goto(`${WARES}/settings`);
    await button('Add a field').click();
    await dialog().getByLabel('Name', { exact: false }).first().fill('Weight in grams');
    await dialog().getByLabel('Type').selectOption('NUMBER');
    await dialog().getByLabel('Value: at least').fill('1');
    await dialog().getByLabel('Value of new items').fill('250');
    await dialog().getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('cell', { name: 'Weight in grams' }).first().waitFor();
    // The focus returns to the button, so that the next field can be added.
    await expect.poll(() => button('Add a field').evaluate((element) => element === document.activeElement)).toBe(true);
    const { dataItem } = await api.post('/v2/items', {
      dataCollectionId: 'Wares',
      dataItem: { data: { name: 'Box' } },
    });
    expect(dataItem.data.weightInGrams).toBe(250);
    const lightItem = { dataCollectionId: 'Wares', dataItem: { data: { name: 'Air', weightInGrams: 0 } } };
    await expect(api.post('/v2/items', lightItem)).rejects.toThrow('weightInGrams');
    await button('Move Weight in grams up').click();
    const rows = () => page.getByLabel('Fields of the collection').locator('tbody tr').allInnerTexts();
    await expect.poll(async () => (await rows()).at(-2)).toContain('Weight in grams');
    expect(problems).toEqual([]);
  });
});

describe('a collection', () => {
  it('grants and revokes access for members', async () => {
    const { page, problems } = owner;
    await page.goto(`${WARES}/settings/permissions`);
    await page.getByLabel('Who can read items').selectOption('SITE_MEMBER');
    await button('Save').click();
    await page.getByText('The permissions are saved.').waitFor();
    await button('Give rights to a member').click();
    await dialog().getByLabel('Member').fill('Mary');
    await page.getByRole('option', { name: 'Mary' }).click();
    await dialog().getByLabel('remove').check();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Mary' }).first().waitFor();
    expect(problems).toEqual([]);
  });

  it('builds an index', async () => {
    const { page, problems } = owner;
    await page.goto(`${WARES}/settings/indexes`);
    await button('Add an index').click();
    await dialog().getByLabel('Field', { exact: true }).selectOption('price');
    await dialog().getByRole('button', { name: 'Add index' }).click();
    const row = page.getByRole('row', { name: /^price/ });
    await row.getByText('Ready').waitFor();
    await button('Drop the index price').click();
    await dialog().getByRole('button', { name: 'Drop index' }).click();
    await row.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
  });

  it('is deleted, and restored with its items', async () => {
    const { page, problems } = owner;
    await page.goto(`${WARES}/settings/general`);
    await button('Delete collection').click();
    await dialog().getByLabel('Type Wares to confirm').fill('Wares');
    await dialog().getByRole('button', { name: 'Delete collection' }).click();
    await page.getByRole('heading', { name: 'Collections', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Deleted' }).click();
    await button('Restore Wares').click();
    await page.getByRole('heading', { name: 'No deleted collections' }).waitFor();
    expect(await count({ name: { $startsWith: 'Ware' } })).toBe(30);
    expect(problems).toEqual([]);
  });
});
