/** Builds responses with items. The JSON text from PostgreSQL is inserted without being parsed. */
import { type HttpResponse, jsonTextResponse } from '../../kernel/http-response.ts';
import type { ItemRow } from './statement.ts';

/** Returns the response `{dataItem}` with further properties. */
export function buildItemResponse(
  collectionId: string,
  item: ItemRow,
  properties: Readonly<Record<string, string>> = {},
): HttpResponse {
  const others = Object.entries(properties).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return jsonTextResponse(`{"dataItem":${itemText(collectionId, item)}${others.join('')}}`);
}

/** Returns the response `{dataItems, pagingMetadata}`. */
export function buildPageResponse(collectionId: string, page: readonly ItemRow[], metadata: object): HttpResponse {
  const between = betweenIdAndData(collectionId);
  const items = page.map(({ id, data }) => `{"id":${JSON.stringify(id)}${between}${data}}`).join(',');
  return jsonTextResponse(`{"dataItems":[${items}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}

export const itemText = (collectionId: string, { id, data }: ItemRow): string =>
  `{"id":${JSON.stringify(id)}${betweenIdAndData(collectionId)}${data}}`;

const betweenIdAndData = (collectionId: string): string =>
  `,"dataCollectionId":${JSON.stringify(collectionId)},"data":`;
