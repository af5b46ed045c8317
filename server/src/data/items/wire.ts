/** Items as they leave: the text that PostgreSQL printed goes through unparsed. */
import { type Answer, jsonText } from '../../kernel/answer.ts';
import type { Plan } from '../query/plan.ts';
import type { ItemRow } from './run.ts';

/** `{dataItem}`, and what stands beside it. */
export function itemAnswer(collectionId: string, item: ItemRow, beside: Readonly<Record<string, string>> = {}): Answer {
  const more = Object.entries(beside).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return jsonText(`{"dataItem":${itemText(collectionId, item)}${more.join('')}}`);
}

/** `{dataItems, pagingMetadata}`. `rows` may hold one more than the page: then there is a next one. */
export function pageAnswer(collectionId: string, rows: readonly ItemRow[], plan: Plan, total: Total | null): Answer {
  const page = rows.slice(0, plan.limit);
  const metadata = {
    count: page.length,
    offset: plan.offset,
    ...(total?.tooMany === false ? { total: total.count } : {}),
    tooManyToCount: total?.tooMany ?? false,
    // Always there: without it the client ends after the first page, silently.
    hasNext: rows.length > plan.limit,
  };
  const items = page.map((row) => itemText(collectionId, row)).join(',');
  return jsonText(`{"dataItems":[${items}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}

export interface Total {
  readonly count: number;
  readonly tooMany: boolean;
}

/** An item of an answer. */
export const itemText = (collectionId: string, { id, data }: ItemRow): string =>
  `{"id":${JSON.stringify(id)},"dataCollectionId":${JSON.stringify(collectionId)},"data":${data}}`;
