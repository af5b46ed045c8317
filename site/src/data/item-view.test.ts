import { describe, expect, it } from 'vitest';
import { describeItem } from './item-view.ts';

const collection = {
  id: 'Books',
  displayField: 'title',
  fields: [
    { key: '_id', type: 'TEXT' },
    { key: 'title', type: 'TEXT', displayName: 'Title' },
    { key: 'about', type: 'RICH_TEXT', displayName: 'About' },
    { key: 'year', type: 'NUMBER', displayName: 'Year' },
    { key: 'out', type: 'DATE', displayName: 'Out' },
    { key: 'seen', type: 'DATETIME', displayName: 'Seen' },
    { key: 'lent', type: 'BOOLEAN', displayName: 'Lent' },
    { key: 'web', type: 'URL', displayName: 'Web' },
    { key: 'cover', type: 'IMAGE', displayName: 'Cover' },
    { key: 'tags', type: 'ARRAY_STRING', displayName: 'Tags' },
  ],
};
const values = (item: object) =>
  Object.fromEntries(describeItem(collection, { _id: 'x', ...item }, 'en').values.map((value) => [value.label, value]));

describe('an item in words', () => {
  it('has its title, and its id where it has none', () => {
    expect(describeItem(collection, { _id: 'x', title: 'Emma' }, 'en').title).toBe('Emma');
    expect(describeItem(collection, { _id: 'x' }, 'en').title).toBe('x');
    expect(describeItem({ id: 'Empty' }, { _id: 'x', any: 1 }, 'en')).toMatchObject({ title: 'x', values: [] });
  });

  it('shows each type in its way, and leaves out what is empty', () => {
    const item = {
      year: 1815,
      out: '1815-12-23',
      seen: new Date('2024-05-06T07:08:00Z'),
      lent: false,
      tags: ['a', 'b'],
    };
    const shown = values({ ...item, about: null, web: '' });
    expect(Object.fromEntries(Object.entries(shown).map(([label, { text }]) => [label, text]))).toEqual({
      Year: '1815',
      Out: '23 December 1815',
      Seen: '6 May 2024 at 07:08',
      Lent: 'No',
      Tags: 'a, b',
    });
  });

  it('speaks the language of the page', () => {
    const { values } = describeItem(collection, { _id: 'x', out: '1815-12-23', lent: true }, 'de');
    expect(values.map(({ text }) => text)).toEqual(['23. Dezember 1815', 'Ja']);
  });

  it('shows HTML as words', () => {
    expect(values({ about: '<p>One &amp; <b>two</b></p><script>x</script>' }).About?.text).toBe('One & two\nx');
  });

  it('links and shows only what leads to the web', () => {
    expect(values({ web: 'https://example.org' }).Web).toMatchObject({ href: 'https://example.org' });
    expect(values({ web: 'javascript:alert(1)' }).Web).not.toHaveProperty('href');
    expect(values({ cover: 'https://example.org/a.png' }).Cover).toMatchObject({
      imageUrl: 'https://example.org/a.png',
    });
    expect(values({ cover: 'javascript:alert(1)' })).not.toHaveProperty('Cover');
  });

  it('is summed up by its first long text, cut between words', () => {
    const { summary } = describeItem(collection, { _id: 'x', about: 'word '.repeat(60) }, 'en');
    expect(summary).toMatch(/^(word )+word…$/);
    expect(summary.length).toBeLessThanOrEqual(141);
  });
});
