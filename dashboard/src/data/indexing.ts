import { PorticoError } from '@portico/sdk/admin';

/** How far the search index is, if a search was refused because its index is being built. */
export function indexingOf(error: unknown): { readonly done: number; readonly total: number } | undefined {
  if (!(error instanceof PorticoError) || error.code !== 'SEARCH_INDEXING') return undefined;
  return { done: Number(error.data.indexed ?? 0), total: Number(error.data.total ?? 0) };
}
