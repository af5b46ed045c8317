/** Schemas of single values that several calls of the slice use. */
import Type from 'typebox';

export const Email = Type.String({ minLength: 3, maxLength: 254, examples: ['ana@example.com'] });
export const NewPassword = Type.String({ minLength: 8, maxLength: 1000 });
export const Name = Type.String({ minLength: 1, maxLength: 100 });
