import type { Call } from '../call.ts';
import type { DataCollection, Form } from '../calls.gen.ts';
import { dataCollectionsList, formsFormsList } from '../routes.gen.ts';
import type { SiteSchema } from './print-site.ts';

const PAGE = 100;

/**
 * Reads all collections and forms of a site.
 * @throws PorticoError, with PERMISSION_DENIED if the key lacks collections:read or forms:read
 */
export async function readSite(call: Call): Promise<SiteSchema> {
  const [collections, forms] = await Promise.all([readCollections(call), readForms(call)]);
  return { collections, forms };
}

async function readCollections(call: Call): Promise<DataCollection[]> {
  const all: DataCollection[] = [];
  for (;;) {
    const query = { paging: { limit: PAGE, offset: all.length } };
    const { collections } = await call(dataCollectionsList, { query });
    all.push(...collections);
    if (collections.length < PAGE) return all;
  }
}

/** Uses the list call, because no other call returns the nested forms, whose fields are part of the values. */
async function readForms(call: Call): Promise<Form[]> {
  const all: Form[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = { fieldsets: ['NESTED_FORMS'], paging: { limit: PAGE, ...(cursor ? { cursor } : {}) } };
    const { forms, pagingMetadata } = await call(formsFormsList, { query });
    all.push(...forms);
    cursor = pagingMetadata.cursors.next;
    if (!pagingMetadata.hasNext || !cursor) return all;
  }
}
