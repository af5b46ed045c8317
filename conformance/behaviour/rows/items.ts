/** Single items: insert, get, update, save, patch, remove, truncate. */
import { BOOKS, NOTES, WHEN } from '../fixture.ts';
import { rejectionRows, type Subject, successRows } from '../row.ts';

/** Empties `Notes` and inserts these items. */
export async function insertNotes({ owner }: Subject, ...items: Record<string, unknown>[]): Promise<void> {
  await owner.items.truncate(NOTES);
  if (items.length > 0) await owner.items.bulkInsert(NOTES, items);
}

/** Disables the type check of the vendor's options, because Portico's types omit some of them. */
const options = (value: object): never => value as never;

/** Inserts an item with the options, and returns the body of the request. */
async function bodyOfInsert({ visitor, network }: Subject, value: object) {
  await visitor.items.insert(NOTES, {}, options(value));
  return network.last().body;
}

export const itemRows = [
  ...successRows('items', {
    'insert returns the item with its system fields': async (s) => {
      await insertNotes(s);
      const item = await s.visitor.items.insert(NOTES, { _id: 'a b/ä', title: 'One', list: [1, null, { x: true }] });
      return { ...item, _owner: typeof item._owner };
    },
    'insert generates a missing id': async ({ visitor }) =>
      /^[0-9a-f-]{36}$/.test((await visitor.items.insert(NOTES, { title: 'One' }))._id),
    'insert drops undefined fields': async ({ visitor }) =>
      Object.keys(await visitor.items.insert(NOTES, { title: undefined, n: null })).sort(),
    'dates are sent as $date at any depth': async ({ visitor, network }) => {
      await visitor.items.insert(NOTES, { when: WHEN, deep: [{ when: WHEN }] });
      const { when, deep } = network.last().body.dataItem.data;
      return { when, deep };
    },
    'dates are returned as Date at any depth': async (s) => {
      await insertNotes(s, { _id: 'a', when: WHEN, deep: [{ when: WHEN }] });
      return s.visitor.items.get(NOTES, 'a');
    },
    'texts that look like dates stay texts': async ({ visitor }) =>
      (await visitor.items.insert(NOTES, { title: WHEN.toISOString() })).title,
    'the visitor owns the items that they insert': async ({ visitor, network }) => {
      const { _owner } = await visitor.items.insert(NOTES, {});
      return [typeof _owner, network.log()];
    },
    'a member owns the items that they insert': async ({ member, fixture }) =>
      (await member.items.insert(NOTES, {}))._owner === fixture.member.id,
    'the owner of the site may set the owner of an item': async ({ owner }) =>
      (await owner.items.insert(NOTES, { _owner: 'me' }))._owner,
    'get returns the item': ({ visitor }) => visitor.items.get(BOOKS, 'b01'),
    'get returns null for an unknown id': ({ visitor }) => visitor.items.get(BOOKS, 'absent'),
    'get finds ids with special characters': async (s) => {
      await insertNotes(s, { _id: 'ä b' });
      return (await s.visitor.items.get(NOTES, 'ä b'))?._id;
    },
    'get returns the requested fields': ({ visitor }) => visitor.items.get(BOOKS, 'b01', { fields: ['deep.x', 'n'] }),
    'get includes references': async ({ visitor }) => {
      const item = await visitor.items.get(BOOKS, 'b00', { include: ['author', 'editors'] });
      return [item?.author, item?.editors];
    },
    'get sends consistentRead and language': async ({ visitor, network }) => {
      const item = await visitor.items.get(BOOKS, 'b01', { consistentRead: true, language: 'de' });
      return [item?._id, network.log()];
    },
    'update replaces the item and keeps its owner and its date': async (s) => {
      await insertNotes(s, { _id: 'a', title: 'One', n: 1 });
      return s.owner.items.update(NOTES, { _id: 'a', title: 'Two' });
    },
    'save inserts a new item': async (s) => {
      await insertNotes(s);
      return (await s.visitor.items.save(NOTES, { _id: 'a', title: 'One' })).title;
    },
    'save replaces an existing item': async (s) => {
      await insertNotes(s, { _id: 'a', title: 'One', n: 1 });
      const { title, n } = await s.visitor.items.save(NOTES, { _id: 'a', title: 'Two' });
      return { title, n };
    },
    'patch changes single fields': async (s) => {
      await insertNotes(s, { _id: 'a', n: 1, list: ['x', 'y'], old: 1 });
      const patch = s.visitor.items.patch(NOTES, 'a').setField('deep.when', WHEN).incrementField('n', 2.5);
      const item = await patch.appendToArray('list', 'z').removeFromArray('list', 'x').run();
      return [item.deep, item.n, item.list, item.old];
    },
    'patch removes a field': async (s) => {
      await insertNotes(s, { _id: 'a', old: 1 });
      // The vendor's types declare one argument, but its client requires two.
      const builder = s.visitor.items.patch(NOTES, 'a') as unknown as Removable;
      return 'old' in (await builder.removeField('old', undefined).run());
    },
    'remove returns the removed item': async (s) => {
      await insertNotes(s, { _id: 'a', title: 'One' });
      const item = await s.visitor.items.remove(NOTES, 'a');
      return [item?.title, await s.visitor.items.get(NOTES, 'a')];
    },
    'remove returns null for an unknown id': async (s) => {
      await insertNotes(s);
      return s.visitor.items.remove(NOTES, 'absent');
    },
    'truncate removes every item': async (s) => {
      await insertNotes(s, { _id: 'a' }, { _id: 'b' });
      const result = (await s.owner.items.truncate(NOTES)) as unknown;
      return [result, await s.visitor.items.query(NOTES).count()];
    },
    'a write whose condition is met happens': async (s) => {
      await insertNotes(s, { _id: 'a', n: 1 });
      const condition = s.owner.items.filter().eq('n', 1);
      const patched = await s.owner.items.patch(NOTES, 'a').setField('x', 1).run({ condition });
      const updated = await s.owner.items.update(NOTES, { _id: 'a', n: 1, y: 2 }, { condition });
      const removed = await s.owner.items.remove(NOTES, 'a', { condition: { n: 1 } });
      return [patched.x, updated.y, removed?._id];
    },
    'remove returns null if its condition is not met': async (s) => {
      await insertNotes(s, { _id: 'a', n: 1 });
      const removed = await s.owner.items.remove(NOTES, 'a', { condition: { n: 5 } });
      return [removed, (await s.owner.items.get(NOTES, 'a'))?.n];
    },
    'suppressAuth is not sent': async (s) => 'suppressAuth' in (await bodyOfInsert(s, { suppressAuth: true })),
    'suppressHooks is sent': async (s) => (await bodyOfInsert(s, { suppressHooks: true })).suppressHooks,
    'showDrafts is sent as a publish plugin option': async (s) =>
      (await bodyOfInsert(s, { showDrafts: true })).publishPluginOptions,
    'appOptions are sent': async (s) => (await bodyOfInsert(s, { appOptions: { k: { v: [1] } } })).appOptions,
    'insert can include references in its result': async ({ visitor }) => {
      const { author } = await visitor.items.insert(NOTES, { author: 'ann' }, { includeReferencedItems: true });
      return (author as { name?: string }).name;
    },
    'the environment LIVE contains the items': async ({ visitor }) =>
      (await visitor.items.withEnvironment('LIVE').get(BOOKS, 'b01'))?._id,
    'the header X-Wix-Consistent is not sent unless the server returned it': async ({ newVisitor, network }) => {
      const { items } = newVisitor();
      await items.get(BOOKS, 'b01');
      await items.get(BOOKS, 'b02');
      return network.requests().map(({ headers }) => headers.has('x-wix-consistent'));
    },
  }),
  ...rejectionRows('items', {
    'insert of a taken id': async (s) => {
      await insertNotes(s, { _id: 'a' });
      return s.visitor.items.insert(NOTES, { _id: 'a' });
    },
    'update of an unknown item': async (s) => {
      await insertNotes(s);
      return s.visitor.items.update(NOTES, { _id: 'absent' });
    },
    'update whose condition is not met': async (s) => {
      await insertNotes(s, { _id: 'a', n: 1 });
      return s.owner.items.update(NOTES, { _id: 'a', n: 2 }, { condition: { n: 5 } });
    },
    'patch of an unknown item': async (s) => {
      await insertNotes(s);
      return s.visitor.items.patch(NOTES, 'absent').setField('n', 1).run();
    },
    'patch without a change': async (s) => {
      await insertNotes(s, { _id: 'a' });
      return s.visitor.items.patch(NOTES, 'a').run();
    },
    'insert into an unknown collection': ({ visitor }) => visitor.items.insert('Nowhere', {}),
    'get from an unknown collection': ({ visitor }) => visitor.items.get('Nowhere', 'a'),
    'insert of an item that is too large': ({ visitor }) => visitor.items.insert(NOTES, { title: 'x'.repeat(520_000) }),
    'insert of an invalid $date': ({ visitor }) => visitor.items.insert(NOTES, { when: { $date: 'bad' } }),
    'insert of a reserved field name': ({ visitor }) => visitor.items.insert(NOTES, { $title: 1 }),
    'the environment SANDBOX': ({ visitor }) => visitor.items.withEnvironment('SANDBOX').insert(NOTES, {}),
  }),
];

interface Removable {
  removeField(field: string, second: undefined): { run(): Promise<object> };
}
