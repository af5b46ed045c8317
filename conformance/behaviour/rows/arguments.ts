/** The rules that the client checks before any request (specification section 5, "Data items"). */
import { BOOKS, NOTES } from '../fixture.ts';
import { failureOf } from '../outcome.ts';
import { type Row, rejectionRows, type Subject, successRows } from '../row.ts';

// biome-ignore lint/suspicious/noExplicitAny: the rows pass arguments of the wrong type
type AnyQuery = any;
const items = ({ visitor }: Subject): AnyQuery => visitor.items;

type Attempt = (subject: Subject) => unknown;

/** Returns a function that runs the calls and returns their error codes and the requests they sent (normally none). */
const errorCodesOf =
  (...attempts: readonly Attempt[]): Row['run'] =>
  async (subject) => {
    const codes: string[] = [];
    for (const attempt of attempts) {
      codes.push(
        await Promise.resolve()
          .then(() => attempt(subject))
          .then(
            () => 'accepted',
            (error) => failureOf(error).code,
          ),
      );
    }
    return { codes, requests: subject.network.log() };
  };

const query =
  (build: (query: AnyQuery) => AnyQuery): Attempt =>
  (s) =>
    build(items(s).query(BOOKS)).find();

/** Invalid values of each argument, for every call that takes it. */
const invalidCalls: Readonly<Record<string, Row['run']>> = {
  'a collection name that is not a string': errorCodesOf(
    (s) => items(s).get(5, 'a'),
    (s) => items(s).insert(5, {}),
    (s) => items(s).update(5, { _id: 'a' }),
    (s) => items(s).save(5, {}),
    (s) => items(s).remove(5, 'a'),
    (s) => items(s).truncate(5),
  ),
  'a collection name that is not a string, in bulk calls': errorCodesOf(
    (s) => items(s).bulkInsert(5, []),
    (s) => items(s).bulkSave(5, []),
    (s) => items(s).bulkUpdate(5, []),
    (s) => items(s).bulkRemove(5, []),
  ),
  'a collection name that is not a string, in calls on references': errorCodesOf(
    (s) => items(s).isReferenced(5, 'editors', 'a', 'b'),
    (s) => items(s).insertReference(5, 'editors', 'a', 'b'),
    (s) => items(s).replaceReferences(5, 'editors', 'a', 'b'),
    (s) => items(s).removeReference(5, 'editors', 'a', 'b'),
    (s) => items(s).queryReferenced(5, 'a', 'editors'),
  ),
  'a collection name that is not a string, in a query': errorCodesOf(
    (s) => items(s).query(5).find(),
    (s) => items(s).query(5).count(),
    (s) => items(s).query(5).distinct('n'),
  ),
  'a collection name that is not a string, in an aggregation and a search': errorCodesOf(
    (s) => items(s).aggregate(5).count().run(),
    (s) => items(s).search(5).expression('x').run(),
  ),
  'an item id that is not a string': errorCodesOf(
    (s) => items(s).get(NOTES, 5),
    (s) => items(s).remove(NOTES, null),
  ),
  'an item that is not an object': errorCodesOf(
    (s) => items(s).insert(NOTES, 'x'),
    (s) => items(s).save(NOTES, 5),
    (s) => items(s).update(NOTES, true),
  ),
  'an item that is null': errorCodesOf((s) => items(s).insert(NOTES, null)),
  'an item that is an array': errorCodesOf((s) => items(s).insert(NOTES, [])),
  'an _id that is not a string': errorCodesOf(
    (s) => items(s).insert(NOTES, { _id: 5 }),
    (s) => items(s).save(NOTES, { _id: {} }),
    (s) => items(s).update(NOTES, { _id: 5 }),
  ),
  'an _id that is null': errorCodesOf(
    (s) => items(s).insert(NOTES, { _id: null }),
    (s) => items(s).save(NOTES, { _id: null }),
  ),
  'an update without an _id': errorCodesOf((s) => items(s).update(NOTES, { n: 1 })),
  'the option suppressAuth is no boolean': errorCodesOf(
    (s) => items(s).insert(NOTES, {}, { suppressAuth: 'yes' }),
    (s) => items(s).get(NOTES, 'a', { suppressAuth: 1 }),
  ),
  'the option suppressHooks is no boolean': errorCodesOf(
    (s) => items(s).insert(NOTES, {}, { suppressHooks: 'yes' }),
    (s) => items(s).bulkInsert(NOTES, [], { suppressHooks: 1 }),
    (s) => items(s).query(BOOKS).find({ suppressHooks: 1 }),
  ),
  'the option consistentRead is no boolean': errorCodesOf(
    (s) => items(s).get(NOTES, 'a', { consistentRead: 'yes' }),
    (s) => items(s).query(BOOKS).count({ consistentRead: 1 }),
  ),
  'the option showDrafts is not a boolean': errorCodesOf((s) => items(s).get(NOTES, 'a', { showDrafts: 'yes' })),
  'the option overrideExisting is no boolean': errorCodesOf((s) =>
    items(s).bulkInsert(NOTES, [], { overrideExisting: 1 }),
  ),
  'the option language is empty': errorCodesOf(
    (s) => items(s).get(NOTES, 'a', { language: '' }),
    (s) => items(s).query(BOOKS).find({ language: '' }),
  ),
  'the option language is no text': errorCodesOf((s) => items(s).get(NOTES, 'a', { language: 5 })),
  'options that are not an object': errorCodesOf((s) => items(s).insert(NOTES, {}, 'x')),
  'a limit of zero': errorCodesOf(query((q) => q.limit(0))),
  'a negative limit': errorCodesOf(query((q) => q.limit(-1))),
  'a limit with decimals': errorCodesOf(query((q) => q.limit(1.5))),
  'a limit that is not a number': errorCodesOf(query((q) => q.limit('5'))),
  'a limit that is infinite': errorCodesOf(query((q) => q.limit(Number.POSITIVE_INFINITY))),
  'a negative skip': errorCodesOf(query((q) => q.skip(-1))),
  'a skip with decimals': errorCodesOf(query((q) => q.skip(1.5))),
  'a skip that is not a number': errorCodesOf(query((q) => q.skip('5'))),
  'a field name that is not a string': errorCodesOf(
    query((q) => q.eq(5, 1)),
    query((q) => q.isEmpty(null)),
    query((q) => q.contains(5, 'x')),
  ),
  'a sort field that is not a string': errorCodesOf(query((q) => q.ascending(5))),
  'a sort without fields': errorCodesOf(query((q) => q.ascending())),
  'a distinct field that is not a string': errorCodesOf((s) => items(s).query(BOOKS).distinct(5)),
  'a comparison with an object': errorCodesOf(
    query((q) => q.gt('n', {})),
    query((q) => q.le('n', null)),
  ),
  'a text comparison with a number': errorCodesOf(
    query((q) => q.contains('title', 5)),
    query((q) => q.startsWith('title', null)),
  ),
  'hasSome with objects': errorCodesOf(query((q) => q.hasSome('tags', [{}]))),
  'hasAll with null': errorCodesOf(query((q) => q.hasAll('tags', null))),
  'in with something that is not an array': errorCodesOf(query((q) => q.in('n', 5))),
  'between with bounds of two types': errorCodesOf(query((q) => q.between('n', 1, 'x'))),
  'between with an object': errorCodesOf(query((q) => q.between('n', {}, {}))),
  'or with something that is not a filter': errorCodesOf(query((q) => q.or(5))),
  'or with a query of another collection': errorCodesOf((s) =>
    items(s).query(BOOKS).or(items(s).query(NOTES).eq('n', 1)).find(),
  ),
  'include of an empty field name': errorCodesOf(query((q) => q.include(''))),
  'a regular expression in the condition of a write': errorCodesOf((s) =>
    items(s).remove(NOTES, 'a', { condition: { title: { $regex: 'x' } } }),
  ),
  'an increment that is not a number': errorCodesOf((s) => items(s).patch(NOTES, 'a').incrementField('n', 'x').run()),
};

export const argumentRows = [
  ...successRows('arguments', invalidCalls),
  ...successRows('arguments', {
    'a field name that starts with $ only logs a warning before the request': async ({
      visitor,
      network,
      warnings,
    }) => {
      await visitor.items.insert(NOTES, { deep: { $x: 1 } }).catch(() => undefined);
      return [warnings().length > 0, network.log().at(-1)];
    },
    'a field name with a dot only logs a warning before the request': async ({ visitor, network, warnings }) => {
      await visitor.items.insert(NOTES, { 'a.b': 1 }).catch(() => undefined);
      return [warnings().length > 0, network.log().at(-1)];
    },
    'valid field names log nothing': async ({ visitor, warnings }) => {
      await visitor.items.insert(NOTES, { title: 'One' });
      return warnings().length;
    },
    'options that are undefined are accepted': async ({ visitor }) =>
      (await visitor.items.get(BOOKS, 'b01', { consistentRead: undefined, language: undefined }))?._id,
  }),
  ...rejectionRows('arguments', {
    'an empty collection name': ({ visitor }) => visitor.items.insert('', {}),
    'an empty field name': async ({ visitor }) => visitor.items.query(BOOKS).eq('', 1).find(),
  }),
];
