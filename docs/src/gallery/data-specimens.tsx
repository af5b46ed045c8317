/** The components for items. */
import { Collection, Image, Item, RichContent } from '@portico/react';
import { Rejection } from './demo-client.ts';
import { books, itemsPage, richContent } from './demo-data.ts';
import picture from './picture.svg?no-inline';
import type { SpecimensOf } from './specimen.ts';
import type { Visitor } from './visitor.ts';

const QUERY = '/v2/items/query';
const ITEM = '/v2/items/b1';
const unavailable = new Rejection(500, 'SYSTEM_ERROR');

const list = (
  <Collection collectionId="Books">
    {(book) => (
      <li>
        <bdi>{String(book.title)}</bdi>, <bdi>{String(book.author)}</bdi>
      </li>
    )}
  </Collection>
);

const item = (
  <Item collectionId="Books" itemId="b1">
    {(book) => (
      <p>
        <bdi>{String(book.title)}</bdi>
      </p>
    )}
  </Item>
);

const showMore =
  (next: string) =>
  async ({ press, see }: Visitor) => {
    await press('.portico-button-quiet');
    await see(next);
  };

export const dataSpecimens: SpecimensOf<'Collection' | 'Item' | 'Image' | 'RichContent'> = {
  Collection: {
    loading: { responses: { [QUERY]: undefined }, render: () => list },
    'with items': { responses: { [QUERY]: itemsPage(books, true) }, render: () => list },
    'loading more': {
      responses: { [QUERY]: [itemsPage(books, true), undefined] },
      render: () => list,
      act: showMore('.portico-button-quiet[aria-disabled]'),
    },
    'failed with items': {
      responses: { [QUERY]: [itemsPage(books, true), unavailable] },
      render: () => list,
      act: showMore('[role=alert]'),
    },
    failed: { responses: { [QUERY]: unavailable }, render: () => list, act: ({ see }) => see('[role=alert]') },
    empty: { responses: { [QUERY]: itemsPage([]) }, render: () => list },
  },
  Item: {
    loading: { responses: { [ITEM]: undefined }, render: () => item },
    found: { responses: { [ITEM]: { dataItem: { id: 'b1', data: books[0] } } }, render: () => item },
    missing: { render: () => item, act: ({ see }) => see('.portico-message') },
    failed: { responses: { [ITEM]: unavailable }, render: () => item, act: ({ see }) => see('[role=alert]') },
  },
  Image: {
    found: { render: () => <Image value={{ url: picture }} alt="A book" width={320} height={200} /> },
    'without a value': { remark: 'It shows nothing.', render: () => <Image value={null} alt="A book" /> },
  },
  RichContent: {
    found: { render: () => <RichContent content={richContent} /> },
    empty: { remark: 'It shows nothing.', render: () => <RichContent content={{ nodes: [] }} /> },
  },
};
