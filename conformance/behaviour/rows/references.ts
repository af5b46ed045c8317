/** References between items. */
import { NOTES, PEOPLE } from '../fixture.ts';
import { rejectionRows, type Subject, successRows } from '../row.ts';
import { insertNotes } from './items.ts';

const readLinkedItems = async ({ visitor }: Subject, options: object = {}) =>
  (await visitor.items.queryReferenced(NOTES, 'a', 'editors', options)).items.map(({ _id }) => _id);

/** Creates an item that refers to Ann, then Bob. */
async function insertWithReferences(s: Subject): Promise<void> {
  await insertNotes(s, { _id: 'a' });
  await s.owner.items.insertReference(NOTES, 'editors', 'a', ['ann', 'bob']);
}

export const referenceRows = [
  ...successRows('references', {
    'insertReference links one item': async (s) => {
      await insertNotes(s, { _id: 'a' });
      const result = (await s.visitor.items.insertReference(NOTES, 'editors', 'a', 'ann')) as unknown;
      return [result, await readLinkedItems(s)];
    },
    'insertReference accepts items': async (s) => {
      await insertNotes(s, { _id: 'a' });
      await s.visitor.items.insertReference(NOTES, 'editors', { _id: 'a' }, [{ _id: 'bob' }, 'ann']);
      return readLinkedItems(s);
    },
    'isReferenced is true for a linked item': async (s) => {
      await insertWithReferences(s);
      return s.visitor.items.isReferenced(NOTES, 'editors', 'a', 'ann');
    },
    'isReferenced is false for another item': async (s) => {
      await insertNotes(s, { _id: 'a' });
      return s.visitor.items.isReferenced(NOTES, 'editors', 'a', 'ann');
    },
    'replaceReferences replaces all references': async (s) => {
      await insertWithReferences(s);
      await s.visitor.items.replaceReferences(NOTES, 'editors', 'a', ['bob']);
      return readLinkedItems(s);
    },
    'replaceReferences with an empty array removes all references': async (s) => {
      await insertWithReferences(s);
      await s.visitor.items.replaceReferences(NOTES, 'editors', 'a', []);
      return readLinkedItems(s);
    },
    'removeReference unlinks one item': async (s) => {
      await insertWithReferences(s);
      await s.visitor.items.removeReference(NOTES, 'editors', 'a', 'ann');
      return readLinkedItems(s);
    },
    'queryReferenced sorts by the time of linking': async (s) => {
      await insertWithReferences(s);
      return [await readLinkedItems(s), await readLinkedItems(s, { order: 'desc' })];
    },
    'queryReferenced limits and skips': async (s) => {
      await insertWithReferences(s);
      return [await readLinkedItems(s, { limit: 1 }), await readLinkedItems(s, { limit: 1, skip: 1 })];
    },
    'queryReferenced pages': async (s) => {
      await insertWithReferences(s);
      const first = await s.visitor.items.queryReferenced(NOTES, 'a', 'editors', { limit: 1, returnTotalCount: true });
      const second = await first.next();
      return [first.totalCount, first.pageSize, first.hasNext(), second.items.map(({ _id }) => _id), second.hasNext()];
    },
    'queryReferenced selects fields': async (s) => {
      await insertWithReferences(s);
      return (await s.visitor.items.queryReferenced(NOTES, 'a', 'editors', { fields: ['name'], limit: 1 })).items;
    },
    'queryReferenced has pages of 50 items by default': async (s) => {
      await insertWithReferences(s);
      return (await s.visitor.items.queryReferenced(NOTES, 'a', 'editors')).pageSize;
    },
    'saveReferences writes the references of an item': async (s) => {
      await insertNotes(s);
      await s.visitor.items.insert(NOTES, { _id: 'a', editors: ['ann'] }, { saveReferences: true });
      return readLinkedItems(s);
    },
    'references are not written without saveReferences': async (s) => {
      await insertNotes(s);
      await s.visitor.items.insert(NOTES, { _id: 'a', editors: ['ann'] });
      return readLinkedItems(s);
    },
  }),
  ...rejectionRows('references', {
    'insertReference on a field that is not a reference': async (s) => {
      await insertNotes(s, { _id: 'a' });
      return s.visitor.items.insertReference(NOTES, 'title', 'a', 'ann');
    },
    'insertReference with an empty id': ({ visitor }) => visitor.items.insertReference(NOTES, 'editors', 'a', ''),
    'insertReference with a number': ({ visitor }) => visitor.items.insertReference(NOTES, 'editors', 'a', 5 as never),
    'isReferenced with an empty id': ({ visitor }) => visitor.items.isReferenced(NOTES, 'editors', '', 'ann'),
    'replaceReferences with an object without an id': ({ visitor }) =>
      visitor.items.replaceReferences(NOTES, 'editors', 'a', [{} as never]),
    'queryReferenced with an empty field name': ({ visitor }) => visitor.items.queryReferenced(PEOPLE, 'ann', ''),
    'removeReference with a number': ({ visitor }) =>
      visitor.items.removeReference(NOTES, 'editors', 'a', [5] as never),
  }),
];
