/** Schemas that several form schemas share. */
import Type, { type TProperties } from 'typebox';
import { DateTime } from '../shared.ts';

/** Returns the schema of a string enum. */
export const stringEnum = <const W extends readonly string[]>(values: W) =>
  Type.Unsafe<W[number]>(Type.Enum([...values]));

export const Json = Type.Record(Type.String(), Type.Unknown());

/** A Ricos document: `{nodes, metadata, documentStyle}`. Unknown nodes are preserved. */
export const RichContent = Type.Record(Type.String(), Type.Unknown());

/** Returns the schema of an object that allows additional properties, such as the owner's design options. */
export const open = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: Type.Unknown() });

/** The id of a form or field. The vendor's forms use GUIDs; imported forms may use other strings. */
export const EntityId = Type.String({ minLength: 1, maxLength: 100 });

/** An int64 as a string, starting at "1". */
export const Revision = Type.String({ pattern: '^[0-9]{1,19}$', examples: ['1'] });

export const ExtendedFields = Type.Object({ namespaces: Type.Optional(Type.Record(Type.String(), Json)) });

export const TagList = Type.Object({
  tagIds: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 })),
});
export const Tags = Type.Object({ tags: Type.Optional(TagList), privateTags: Type.Optional(TagList) });

export const CursorPaging = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 16_000 })),
  },
  {
    title: 'FormsCursorPaging',
    description: 'Selects a page by the cursor of the page before it. Omit the cursor for the first page.',
    examples: [{ limit: 50 }],
  },
);

/** Selects a page by offset. A request contains either an offset or a cursor. */
const OffsetPaging = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  },
  {
    title: 'FormsOffsetPaging',
    description: 'Selects a page by its size and the number of entries to skip.',
    examples: [{ limit: 50, offset: 100 }],
  },
);

/**
 * The first page has no `cursors.prev` and the last page no `cursors.next`. The vendor's client reads
 * only the cursors.
 */
export const CursorMetadata = Type.Object(
  {
    count: Type.Integer(),
    cursors: Type.Object({ next: Type.Optional(Type.String()), prev: Type.Optional(Type.String()) }),
    hasNext: Type.Boolean(),
    /** Set for a page that was requested by its offset. */
    offset: Type.Optional(Type.Integer()),
  },
  {
    title: 'FormsCursorMetadata',
    description: 'Cursors of the previous and the next page. They are absent at the ends of the list.',
    examples: [{ count: 50, cursors: { next: 'eyJhZnRlciI6Mn0.c2lnbmF0dXJl' }, hasNext: true }],
  },
);

const SortKey = Type.Object({
  fieldName: Type.String({ minLength: 1, maxLength: 100 }),
  order: Type.Optional(stringEnum(['ASC', 'DESC'])),
});

export const CursorQuery = Type.Object(
  {
    filter: Type.Optional(Json),
    sort: Type.Optional(Type.Array(SortKey, { maxItems: 3 })),
    cursorPaging: Type.Optional(CursorPaging),
    paging: Type.Optional(OffsetPaging),
  },
  {
    title: 'FormsQuery',
    description: 'Filter, sort and page of a query.',
    examples: [
      {
        filter: { status: 'CONFIRMED' },
        sort: [{ fieldName: 'createdDate', order: 'DESC' }],
        cursorPaging: { limit: 50 },
      },
    ],
  },
);

/** A full-text search. Without `mode`, any matching word is enough. `fuzzy` tolerates misspellings. */
export const SearchDetails = Type.Object({
  expression: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
  mode: Type.Optional(stringEnum(['OR', 'AND'])),
  fuzzy: Type.Optional(Type.Boolean()),
});

export const CursorSearch = Type.Object({
  filter: Type.Optional(Json),
  sort: Type.Optional(Type.Array(SortKey, { maxItems: 10 })),
  search: Type.Optional(SearchDetails),
  cursorPaging: Type.Optional(CursorPaging),
  paging: Type.Optional(OffsetPaging),
});

/** Contains one result for each form or submission of the request, in order. An unknown id has `success: false`. */
export const bulkResponse = <P extends TProperties>(item: P) =>
  Type.Object({
    results: Type.Array(
      Type.Object({
        itemMetadata: Type.Object({
          id: Type.Optional(Type.String()),
          originalIndex: Type.Integer(),
          success: Type.Boolean(),
          error: Type.Optional(
            Type.Object({ code: Type.String(), description: Type.String(), data: Type.Optional(Json) }),
          ),
        }),
        ...item,
      }),
    ),
    bulkActionMetadata: Type.Object({
      totalSuccesses: Type.Integer(),
      totalFailures: Type.Integer(),
      undetailedFailures: Type.Integer(),
    }),
  });

export const ids = Type.Array(EntityId, { minItems: 1, maxItems: 100 });
export const optional = { date: Type.Optional(DateTime), text: Type.Optional(Type.String()) };
export const AssignTags = {
  assignTags: Type.Optional(Tags),
  unassignTags: Type.Optional(Tags),
};

/** Error codes of queries by filter. */
export const queryErrors = ['MISSING_NAMESPACE_FILTER', 'INVALID_FILTER', 'INVALID_CURSOR', 'WDE0080'] as const;
