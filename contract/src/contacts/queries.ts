/** Filters, sorts and pages of the vendor's contacts. */
import Type from 'typebox';

export const Filter = Type.Optional(Type.Record(Type.String(), Type.Unknown()));

export const Sort = Type.Object(
  {
    fieldName: Type.String({ minLength: 1, maxLength: 100 }),
    order: Type.Optional(Type.Unsafe<'ASC' | 'DESC'>(Type.Enum(['ASC', 'DESC']))),
  },
  {
    title: 'ContactSort',
    description: 'A field to sort contacts by.',
    examples: [{ fieldName: 'createdDate', order: 'DESC' }],
  },
);
export const Sorts = Type.Optional(Type.Array(Sort, { maxItems: 3 }));

export const Paging = Type.Optional(
  Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  }),
);
export const CursorPaging = Type.Optional(
  Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 16_000 })),
  }),
);

/** Selects parts of the response. The server accepts this parameter but always returns all parts. */
export const Projection = {
  fields: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })),
  fieldsets: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 10 })),
};

export const OffsetMetadata = Type.Object(
  {
    count: Type.Integer(),
    offset: Type.Integer(),
    /** Number of matches, counted up to 10,000. */
    total: Type.Integer(),
    tooManyToCount: Type.Boolean(),
  },
  {
    title: 'ContactPageMetadata',
    description: 'Position of a page of contacts, and the number of all matching contacts.',
  },
);

export const CursorMetadata = Type.Object(
  {
    count: Type.Integer(),
    cursors: Type.Object({ next: Type.Optional(Type.String()), prev: Type.Optional(Type.String()) }),
    hasNext: Type.Boolean(),
  },
  { title: 'ContactCursorMetadata', description: 'Cursors of the pages before and after this one.' },
);
