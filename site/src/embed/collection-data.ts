import type { EmbeddedCollection, EmbeddedItem } from '@portico/react/embedded-collection';
import { type CollectionInfo, describeItem, type ItemView } from '../data/item-view.ts';
import { loadCollection, queryItems } from '../data/load-collection.ts';
import { directionOf } from '../language.ts';
import { itemPath } from '../layout/frame.ts';
import { toPageError } from '../layout/to-page-error.ts';
import { textsOf } from '../texts/index.ts';
import { themeCss } from '../theme.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/collection-data';

const DEFAULT_LIMIT = 12;
const MAX_LIMIT = 100;
const MAX_PAGE = 1_000;

/**
 * Responds to `<portico-collection>` with one page of the items that visitors may read. Query: `fields` (keys,
 * separated by commas), `sort` (a key, descending with a leading `-`), `limit`, `page` and `lang`.
 */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { client, site, language, settings } = context.get(visitContext);
  const { searchParams } = new URL(request.url);
  const limit = integerOf(searchParams.get('limit'), DEFAULT_LIMIT, MAX_LIMIT);
  const page = integerOf(searchParams.get('page'), 1, MAX_PAGE);
  const texts = textsOf(language).site.collection;
  const options = { language, timeZone: site.timeZone };
  try {
    const collection = await loadCollection(client, params.collectionId);
    const shown = withFields(collection, listOf(searchParams.get('fields')));
    const items = await withSort(queryItems(client, collection), searchParams.get('sort'))
      .limit(limit)
      .skip((page - 1) * limit)
      .find();
    const embedded: EmbeddedCollection = {
      title: collection.displayName || collection.id,
      items: items.items.map((item) => embeddedItem(describeItem(shown, item, options), collection.id, request)),
      page,
      hasNext: items.hasNext(),
      language,
      direction: directionOf(language),
      css: themeCss(settings.theme, ':host'),
      texts: {
        nothing: texts.nothing,
        pages: texts.pages,
        newer: texts.newer,
        older: texts.older,
        page: texts.page(page, null),
        failed: textsOf(language).errors.other,
      },
    };
    return Response.json(embedded);
  } catch (error) {
    throw toPageError(error);
  }
}

function integerOf(text: string | null, fallback: number, maximum: number): number {
  const number = Number(text ?? fallback);
  return Number.isInteger(number) && number >= 1 ? Math.min(number, maximum) : fallback;
}

const listOf = (text: string | null): string[] => (text ?? '').split(',').flatMap((key) => key.trim() || []);

/**
 * Returns the collection with only the named fields, in the order of the names. The first one becomes the title.
 * Without known names, returns the collection unchanged.
 */
function withFields(collection: CollectionInfo, keys: readonly string[]): CollectionInfo {
  const fields = keys.flatMap((key) => collection.fields?.find((field) => field.key === key) ?? []);
  return fields.length === 0 ? collection : { ...collection, fields, displayField: fields[0]?.key };
}

function withSort(query: ReturnType<typeof queryItems>, sort: string | null): ReturnType<typeof queryItems> {
  if (!sort) return query;
  return sort.startsWith('-') ? query.descending(sort.slice(1)) : query.ascending(sort);
}

/** Converts an item for the embed. Its facts exclude long texts, which the summary contains, and images. */
function embeddedItem(view: ItemView, collectionId: string, request: Request): EmbeddedItem {
  const facts = view.values.filter((value) => !value.isLong && !value.imageUrl);
  return {
    id: view.id,
    title: view.title,
    url: new URL(itemPath(collectionId, view.id), request.url).href,
    summary: view.summary,
    imageUrl: view.imageUrl,
    facts: facts.map(({ label, text, href }) => ({ label, text, ...(href ? { href } : {}) })),
  };
}
