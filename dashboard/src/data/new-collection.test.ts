import { describe, expect, it } from 'vitest';
import { collectionIdFrom, emptyField, fieldKeyFrom, formFieldOf, toCollection } from './new-collection.ts';
import { presets } from './permission-levels.ts';

describe('collectionIdFrom and fieldKeyFrom', () => {
  it.each([
    ['Blog posts', 'BlogPosts', 'blogPosts'],
    ['Größe', 'Grosse', 'grosse'],
    ['  Café – menu ', 'CafeMenu', 'cafeMenu'],
    ['Release date', 'ReleaseDate', 'releaseDate'],
  ])('convert “%s” to %s and %s', (name, id, key) => {
    expect([collectionIdFrom(name), fieldKeyFrom(name)]).toEqual([id, key]);
  });

  it('keep letters of other scripts, without characters that have a meaning in paths', () => {
    expect(fieldKeyFrom('название книги.1')).not.toMatch(/[\s.$]/);
    expect(fieldKeyFrom('書名')).toBe('書名');
    expect(collectionIdFrom('書名')).toBe('書名');
  });
});

describe('toCollection', () => {
  const permissions = presets[0]?.permissions as (typeof presets)[number]['permissions'];

  it('sets keys, titles, display field and permissions', () => {
    const fields = [
      { ...emptyField(), name: 'Pages', type: 'NUMBER' as const },
      { ...emptyField(), name: 'Book title', required: true },
      { ...emptyField(), name: 'Author', type: 'REFERENCE' as const, collection: ' People ' },
    ];
    expect(toCollection({ name: 'Books', id: '', fields, preset: 'content', permissions })).toEqual({
      id: 'Books',
      displayName: 'Books',
      displayField: 'bookTitle',
      fields: [
        { key: 'pages', displayName: 'Pages', type: 'NUMBER' },
        { key: 'bookTitle', displayName: 'Book title', type: 'TEXT', required: true },
        {
          key: 'author',
          displayName: 'Author',
          type: 'REFERENCE',
          typeMetadata: { reference: { referencedCollectionId: 'People' } },
        },
      ],
      permissions: { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
      validated: true,
    });
  });

  it('uses the typed id', () => {
    expect(toCollection({ name: 'Books', id: 'Library/Books', fields: [], preset: 'own', permissions }).id).toBe(
      'Library/Books',
    );
  });
});

describe('formFieldOf', () => {
  it.each([
    ['collection.id', 'id'],
    ['collection.displayName', 'name'],
    ['collection.fields.2.key', 'fields.2.name'],
    ['collection.plugins', undefined],
  ])('finds for %s the form field %s', (path, name) => {
    expect(formFieldOf(path)).toBe(name);
  });
});
