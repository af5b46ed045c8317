/** All calls on data (specification section 7, "Data items"; data contract sections 1 and 7). */
import { bulkEndpoints } from './data/bulk.ts';
import { bulkChangesEndpoints } from './data/bulk-changes.ts';
import { collectionsEndpoints } from './data/collections.ts';
import { indexesEndpoints } from './data/indexes.ts';
import { itemsEndpoints } from './data/items.ts';
import { permissionsEndpoints } from './data/permissions.ts';
import { pluginsEndpoints } from './data/plugins.ts';
import { queriesEndpoints } from './data/queries.ts';
import { referencesEndpoints } from './data/references.ts';
import { schemaChangesEndpoints } from './data/schema-changes.ts';

export const dataEndpoints = {
  ...itemsEndpoints,
  ...queriesEndpoints,
  ...bulkEndpoints,
  ...bulkChangesEndpoints,
  ...referencesEndpoints,
  ...collectionsEndpoints,
  ...pluginsEndpoints,
  ...indexesEndpoints,
  ...permissionsEndpoints,
  ...schemaChangesEndpoints,
};
