/** Items as they leave: the text that PostgreSQL printed goes through unparsed. */
import { type Answer, jsonText } from '../../kernel/answer.ts';
import type { ItemRow } from './statement.ts';

/** `{dataItem}`, and what stands beside it. */
export function itemAnswer(collectionId: string, item: ItemRow, beside: Readonly<Record<string, string>> = {}): Answer {
  const more = Object.entries(beside).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return jsonText(`{"dataItem":${itemText(collectionId, item)}${more.join('')}}`);
}

/** `{dataItems, pagingMetadata}`. */
export function pageAnswer(collectionId: string, page: readonly ItemRow[], metadata: object): Answer {
  const between = betweenIdAndData(collectionId);
  const items = page.map(({ id, data }) => `{"id":${JSON.stringify(id)}${between}${data}}`).join(',');
  return jsonText(`{"dataItems":[${items}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}

export const itemText = (collectionId: string, { id, data }: ItemRow): string =>
  `{"id":${JSON.stringify(id)}${betweenIdAndData(collectionId)}${data}}`;

const betweenIdAndData = (collectionId: string): string =>
  `,"dataCollectionId":${JSON.stringify(collectionId)},"data":`;
