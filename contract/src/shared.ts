/** Schemas that more than one slice uses. */
import Type from 'typebox';

/** A GUID in its textual form (RFC 9562). */
export const Guid = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  examples: ['7f3d1c9a-52e4-4b0e-9a66-2f1f5d0c8e11'],
});

/** An ISO 8601 date and time with a time zone. The vendor's generated clients convert this format to a Date. */
export const DateTime = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$',
  examples: ['2026-03-01T09:30:00.000Z'],
});

/** Calls without a result return `{}`, because an empty body breaks the vendor's client. */
export const Empty = Type.Object({}, { title: 'Empty', description: 'An object without fields.', examples: [{}] });

/** Returns a schema that also allows null. */
export const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Offset paging. Each call documents its own default and maximum. */
export const Paging = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  },
  {
    title: 'OffsetPage',
    description: 'Selects a page by its size and the number of entries to skip.',
    examples: [{ limit: 50, offset: 100 }],
  },
);
