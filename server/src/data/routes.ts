import { dataEndpoints } from '@portico/contract/data';
import { bind, bindRejection, type Route } from '../http/bind.ts';
import { aggregateItems } from './aggregate/aggregate-items.ts';
import { aggregatePipeline } from './aggregate/aggregate-pipeline.ts';
import { bulkInsert } from './bulk/bulk-insert.ts';
import { bulkPatch } from './bulk/bulk-patch.ts';
import { bulkRemove } from './bulk/bulk-remove.ts';
import { bulkSave } from './bulk/bulk-save.ts';
import { bulkUpdate } from './bulk/bulk-update.ts';
import { listBulkChanges } from './bulk/changes/list-bulk-changes.ts';
import { previewBulkChange } from './bulk/changes/preview-bulk-change.ts';
import { startBulkChange } from './bulk/changes/start-bulk-change.ts';
import { undoBulkChange } from './bulk/changes/undo-bulk-change.ts';
import { patchByFilter } from './bulk/patch-by-filter.ts';
import { removeByFilter } from './bulk/remove-by-filter.ts';
import { createSchemaChange, listSchemaChanges, undoSchemaChange } from './definitions/change-schema.ts';
import { createCollection } from './definitions/create-collection.ts';
import { deleteCollection } from './definitions/deleted/delete-collection.ts';
import { listDeletedCollections } from './definitions/deleted/list-deleted.ts';
import { restoreCollection } from './definitions/deleted/restore-collection.ts';
import { createField, deleteField, patchField, updateField } from './definitions/fields.ts';
import { getCollection } from './definitions/get-collection.ts';
import { listCollections } from './definitions/list-collections.ts';
import { getCurrentPermissions, getPermissions, updatePermissions } from './definitions/permissions.ts';
import { addPlugin, addPluginOfType, deletePlugin, deletePluginOfType } from './definitions/plugins.ts';
import { previewSchemaChange } from './definitions/preview.ts';
import {
  createSpecialPermissions,
  deleteSpecialPermissions,
  updateSpecialPermissions,
} from './definitions/special-permissions.ts';
import { patchCollection, updateCollection } from './definitions/update-collection.ts';
import { dispatchRoutes } from './dispatch.ts';
import { createIndex } from './indexes/create-index.ts';
import { dropIndex } from './indexes/drop-index.ts';
import { listAvailableIndexes, listIndexes } from './indexes/list-indexes.ts';
import { countItems } from './items/count-items.ts';
import { getItem } from './items/get-item.ts';
import { insertItem } from './items/insert-item.ts';
import { patchItem } from './items/patch-item.ts';
import { queryDistinctValues } from './items/query-distinct-values.ts';
import { queryItems } from './items/query-items.ts';
import { rejectDrafts } from './items/reject-drafts.ts';
import { removeItem, removeItemByPath } from './items/remove-item.ts';
import { saveItem } from './items/save-item.ts';
import { truncateItems } from './items/truncate-items.ts';
import { updateItem } from './items/update-item.ts';
import { getJobStatus } from './jobs/get-job-status.ts';
import { insertReferences, removeReferences } from './links/change-references.ts';
import { isReferenced } from './links/is-referenced.ts';
import { queryReferenced } from './links/query-referenced.ts';
import { replaceReferences } from './links/replace-references.ts';
import { searchItems } from './search/search-items.ts';

export const dataRoutes: Route[] = dispatchRoutes([
  bind(dataEndpoints.createCollection, createCollection),
  bind(dataEndpoints.getCollection, getCollection),
  bind(dataEndpoints.listCollections, listCollections),
  bind(dataEndpoints.updateCollection, updateCollection),
  bind(dataEndpoints.patchCollection, patchCollection),
  bind(dataEndpoints.deleteCollection, deleteCollection),
  bind(dataEndpoints.restoreCollection, restoreCollection),
  bind(dataEndpoints.listDeletedCollections, listDeletedCollections),

  bind(dataEndpoints.createField, createField),
  bind(dataEndpoints.updateField, updateField),
  bind(dataEndpoints.patchField, patchField),
  bind(dataEndpoints.deleteField, deleteField),

  bind(dataEndpoints.addPlugin, addPlugin),
  bind(dataEndpoints.deletePlugin, deletePlugin),
  bindRejection(dataEndpoints.addPublishPlugin, addPluginOfType('PUBLISH', 'publishOptions')),
  bind(dataEndpoints.deletePublishPlugin, deletePluginOfType('PUBLISH')),
  bind(dataEndpoints.addUrlizedPlugin, addPluginOfType('URLIZED', 'urlizedOptions')),
  bind(dataEndpoints.deleteUrlizedPlugin, deletePluginOfType('URLIZED')),
  bind(dataEndpoints.addMultilingualPlugin, addPluginOfType('MULTILINGUAL', 'multilingualOptions')),
  bind(dataEndpoints.deleteMultilingualPlugin, deletePluginOfType('MULTILINGUAL')),
  bind(dataEndpoints.addCmsPlugin, addPluginOfType('CMS', 'cmsOptions')),
  bind(dataEndpoints.deleteCmsPlugin, deletePluginOfType('CMS')),
  bind(dataEndpoints.addCatalogPlugin, addPluginOfType('CATALOG', 'catalogOptions')),
  bind(dataEndpoints.deleteCatalogPlugin, deletePluginOfType('CATALOG')),
  bindRejection(dataEndpoints.addDraftItemsPlugin, addPluginOfType('DRAFT_ITEMS', 'draftItemsOptions')),
  bind(dataEndpoints.deleteDraftItemsPlugin, deletePluginOfType('DRAFT_ITEMS')),

  bind(dataEndpoints.getPermissions, getPermissions),
  bind(dataEndpoints.updatePermissions, updatePermissions),
  bind(dataEndpoints.getCurrentPermissions, getCurrentPermissions),
  bind(dataEndpoints.createSpecialPermissions, createSpecialPermissions),
  bind(dataEndpoints.updateSpecialPermissions, updateSpecialPermissions),
  bind(dataEndpoints.deleteSpecialPermissions, deleteSpecialPermissions),

  bind(dataEndpoints.previewSchemaChange, previewSchemaChange),
  bind(dataEndpoints.createSchemaChange, createSchemaChange),
  bind(dataEndpoints.listSchemaChanges, listSchemaChanges),
  bind(dataEndpoints.undoSchemaChange, undoSchemaChange),

  bind(dataEndpoints.getItem, getItem),
  bind(dataEndpoints.insertItem, insertItem),
  bind(dataEndpoints.updateItem, updateItem),
  bind(dataEndpoints.saveItem, saveItem),
  bind(dataEndpoints.patchItem, patchItem),
  bind(dataEndpoints.removeItem, removeItem),
  bind(dataEndpoints.removeItemByPath, removeItemByPath),
  bind(dataEndpoints.truncateItems, truncateItems),
  bindRejection(dataEndpoints.createDraft, rejectDrafts),
  bindRejection(dataEndpoints.publishDraft, rejectDrafts),
  bindRejection(dataEndpoints.unpublishItem, rejectDrafts),

  bind(dataEndpoints.queryItems, queryItems),
  bind(dataEndpoints.countItems, countItems),
  bind(dataEndpoints.aggregateItems, aggregateItems),
  bind(dataEndpoints.aggregatePipeline, aggregatePipeline),
  bind(dataEndpoints.queryDistinctValues, queryDistinctValues),
  bind(dataEndpoints.searchItems, searchItems),

  bind(dataEndpoints.bulkInsertItems, bulkInsert),
  bind(dataEndpoints.bulkUpdateItems, bulkUpdate),
  bind(dataEndpoints.bulkSaveItems, bulkSave),
  bind(dataEndpoints.bulkPatchItems, bulkPatch),
  bind(dataEndpoints.bulkRemoveItems, bulkRemove),
  bind(dataEndpoints.asyncPatchByFilter, patchByFilter),
  bind(dataEndpoints.asyncRemoveByFilter, removeByFilter),
  bind(dataEndpoints.getAsyncJobStatus, getJobStatus),

  bind(dataEndpoints.previewBulkChange, previewBulkChange),
  bind(dataEndpoints.startBulkChange, startBulkChange),
  bind(dataEndpoints.listBulkChanges, listBulkChanges),
  bind(dataEndpoints.undoBulkChange, undoBulkChange),

  bind(dataEndpoints.isReferenced, isReferenced),
  bind(dataEndpoints.insertReferences, insertReferences),
  bind(dataEndpoints.removeReferences, removeReferences),
  bind(dataEndpoints.replaceReferences, replaceReferences),
  bind(dataEndpoints.queryReferenced, queryReferenced),

  bind(dataEndpoints.createIndex, createIndex),
  bind(dataEndpoints.listIndexes, listIndexes),
  bind(dataEndpoints.dropIndex, dropIndex),
  bind(dataEndpoints.listAvailableIndexes, listAvailableIndexes),
]);
