/** References between items. */
import { NOTES, PEOPLE } from '../fixture.ts';
import { rejected, type Subject, succeeding } from '../row.ts';
import { notes } from './items.ts';

const linked = async ({ visitor }: Subject, options: object = {}) =>
  (await visitor.items.queryReferenced(NOTES, 'a', 'editors', options)).items.map(({ _id }) => _id);

/** Creates an item that refers to Ann, then Bob. */
async function referring(s: Subject): Promise<void> {
  await notes(s, { _id: 'a' });
  await s.owner.items.insertReference(NOTES, 'editors', 'a', ['ann', 'bob']);
}

export const referenceRows = [
  ...succeeding('references', {
    'insertReference links one item': async (s) => {
      await notes(s, { _id: 'a' });
      const result = (await s.visitor.items.insertReference(NOTES, 'editors', 'a', 'ann')) as unknown;
      return [result, await linked(s)];
    },
    'insertReference accepts items': async (s) => {
      await notes(s, { _id: 'a' });
      await s.visitor.items.insertReference(NOTES, 'editors', { _id: 'a' }, [{ _id: 'bob' }, 'ann']);
      return linked(s);
    },
    'isReferenced is true for a linked item': async (s) => {
      await referring(s);
      return s.visitor.items.isReferenced(NOTES, 'editors', 'a', 'ann');
    },
    'isReferenced is false for another item': async (s) => {
      await notes(s, { _id: 'a' });
      return s.visitor.items.isReferenced(NOTES, 'editors', 'a', 'ann');
    },
    'replaceReferences replaces all references': async (s) => {
      await referring(s);
      await s.visitor.items.replaceReferences(NOTES, 'editors', 'a', ['bob']);
      return linked(s);
    },
    'replaceReferences with an empty array removes all references': async (s) => {
      await referring(s);
      await s.visitor.items.replaceReferences(NOTES, 'editors', 'a', []);
      return linked(s);
    },
    'removeReference unlinks one item': async (s) => {
      await referring(s);
      await s.visitor.items.removeReference(NOTES, 'editors', 'a', 'ann');
      return linked(s);
    },
    'queryReferenced sorts by the time of linking': async (s) => {
      await referring(s);
      return [await linked(s), await linked(s, { order: 'desc' })];
    },
    'queryReferenced limits and skips': async (s) => {
      await referring(s);
      return [await linked(s, { limit: 1 }), await linked(s, { limit: 1, skip: 1 })];
    },
    'queryReferenced pages': async (s) => {
      await referring(s);
      const first = await s.visitor.items.queryReferenced(NOTES, 'a', 'editors', { limit: 1, returnTotalCount: true });
      const second = await first.next();
      return [first.totalCount, first.pageSize, first.hasNext(), second.items.map(({ _id }) => _id), second.hasNext()];
    },
    'queryReferenced selects fields': async (s) => {
      await referring(s);
      return (await s.visitor.items.queryReferenced(NOTES, 'a', 'editors', { fields: ['name'], limit: 1 })).items;
    },
    'queryReferenced has pages of 50 items by default': async (s) => {
      await referring(s);
      return (await s.visitor.items.queryReferenced(NOTES, 'a', 'editors')).pageSize;
    },
    'saveReferences writes the references of an item': async (s) => {
      await notes(s);
      await s.visitor.items.insert(NOTES, { _id: 'a', editors: ['ann'] }, { saveReferences: true });
      return linked(s);
    },
    'references are not written without saveReferences': async (s) => {
      await notes(s);
      await s.visitor.items.insert(NOTES, { _id: 'a', editors: ['ann'] });
      return linked(s);
    },
  }),
  ...rejected('references', {
    'insertReference on a field that is no reference': async (s) => {
      await notes(s, { _id: 'a' });
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
