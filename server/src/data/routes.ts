import { dataEndpoints } from '@portico/contract/data';
import { bind, type Route } from '../http/bind.ts';
import { createCollection } from './collections/create-collection.ts';
import { deleteCollection } from './collections/delete-collection.ts';
import { getCollection } from './collections/get-collection.ts';
import { listCollections } from './collections/list-collections.ts';
import { updateCollection } from './collections/update-collection.ts';
import { bulkInsert } from './items/bulk-insert.ts';
import { bulkRemove } from './items/bulk-remove.ts';
import { countItems } from './items/count-items.ts';
import { getItem } from './items/get-item.ts';
import { insertItem } from './items/insert-item.ts';
import { queryItems } from './items/query-items.ts';
import { removeItem, removeItemByPath } from './items/remove-item.ts';
import { saveItem } from './items/save-item.ts';
import { truncateItems } from './items/truncate-items.ts';
import { updateItem } from './items/update-item.ts';
import { searchItems } from './search/search-items.ts';

export const dataRoutes: Route[] = [
  bind(dataEndpoints.createCollection, createCollection),
  bind(dataEndpoints.getCollection, getCollection),
  bind(dataEndpoints.listCollections, listCollections),
  bind(dataEndpoints.updateCollection, updateCollection),
  bind(dataEndpoints.deleteCollection, deleteCollection),

  bind(dataEndpoints.getItem, getItem),
  bind(dataEndpoints.insertItem, insertItem),
  bind(dataEndpoints.updateItem, updateItem),
  bind(dataEndpoints.saveItem, saveItem),
  bind(dataEndpoints.removeItem, removeItem),
  bind(dataEndpoints.removeItemByPath, removeItemByPath),
  bind(dataEndpoints.truncateItems, truncateItems),

  bind(dataEndpoints.queryItems, queryItems),
  bind(dataEndpoints.countItems, countItems),
  bind(dataEndpoints.searchItems, searchItems),

  bind(dataEndpoints.bulkInsertItems, bulkInsert),
  bind(dataEndpoints.bulkRemoveItems, bulkRemove),
];
