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
const english = { language: 'en', timeZone: 'UTC' } as const;
const values = (item: object) =>
  Object.fromEntries(
    describeItem(collection, { _id: 'x', ...item }, english).values.map((value) => [value.label, value]),
  );

describe('describeItem', () => {
  it('returns the title, never the id', () => {
    expect(describeItem(collection, { _id: 'x', title: 'Emma' }, english).title).toBe('Emma');
    expect(describeItem(collection, { _id: 'x' }, english).title).toBe('Untitled');
    expect(describeItem({ id: 'Empty' }, { _id: 'x', any: 1 }, english)).toMatchObject({
      title: 'Untitled',
      values: [],
    });
  });

  it('formats each type and omits empty values', () => {
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

  it('shows the display field of referenced items, and nothing for an id', () => {
    const points = { referencedCollectionId: 'People' };
    const people = {
      id: 'People',
      displayField: 'fullName',
      fields: [
        { key: 'name', type: 'TEXT' },
        { key: 'fullName', type: 'TEXT' },
      ],
    };
    const tasks = {
      id: 'Tasks',
      displayField: 'title',
      fields: [
        { key: 'title', type: 'TEXT' },
        { key: 'lead', type: 'REFERENCE', typeMetadata: { reference: points } },
        { key: 'team', type: 'MULTI_REFERENCE', typeMetadata: { multiReference: points } },
      ],
      referencedCollections: new Map([['People', people]]),
    };
    const [ada, grace] = [
      { _id: 'a', name: 'al', fullName: 'Ada Lovelace' },
      { _id: 'g', name: 'gh', fullName: 'Grace Hopper' },
    ];
    const shown = (item: object) => describeItem(tasks, { _id: 't', ...item }, english).values.map(({ text }) => text);
    expect(shown({ lead: ada, team: [grace, ada] })).toEqual(['Ada Lovelace', 'Grace Hopper, Ada Lovelace']);
    expect(shown({ lead: '0b5f5600-0000-4000-8000-000000000000', team: [] })).toEqual([]);
  });

  it('shows times in the time zone of the site, and dates as they are', () => {
    const item = { _id: 'x', out: '1815-12-23', seen: new Date('2024-05-06T22:08:00Z') };
    const { values } = describeItem(collection, item, { ...english, timeZone: 'Europe/Berlin' });
    expect(values.map(({ text }) => text)).toEqual(['23 December 1815', '7 May 2024 at 00:08']);
    const earlier = describeItem(collection, item, { ...english, timeZone: 'America/New_York' });
    expect(earlier.values.map(({ text }) => text)).toEqual(['23 December 1815', '6 May 2024 at 18:08']);
  });

  it('uses the language of the page', () => {
    const { values } = describeItem(
      collection,
      { _id: 'x', out: '1815-12-23', lent: true },
      { ...english, language: 'de' },
    );
    expect(values.map(({ text }) => text)).toEqual(['23. Dezember 1815', 'Ja']);
  });

  it('converts HTML to text', () => {
    expect(values({ about: '<p>One &amp; <b>two</b></p><script>x</script>' }).About?.text).toBe('One & two\nx');
  });

  it('links and shows only web addresses', () => {
    expect(values({ web: 'https://example.org' }).Web).toMatchObject({ href: 'https://example.org' });
    expect(values({ web: 'javascript:alert(1)' }).Web).not.toHaveProperty('href');
    expect(values({ cover: 'https://example.org/a.png' }).Cover).toMatchObject({
      imageUrl: 'https://example.org/a.png',
    });
    expect(values({ cover: 'javascript:alert(1)' })).not.toHaveProperty('Cover');
  });

  it('shortens the first long text between words for the summary', () => {
    const { summary } = describeItem(collection, { _id: 'x', about: 'word '.repeat(60) }, english);
    expect(summary).toMatch(/^(word )+word…$/);
    expect(summary.length).toBeLessThanOrEqual(141);
  });
});
