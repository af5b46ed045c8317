/** Plugins of a collection: two general calls, and a pair of calls for each kind that the vendor's client supports. */
import { pluginTypes } from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { ChangedCollectionResponse, fieldErrors, Plugin } from './collections.ts';
import { CollectionId, FreeObject } from './shared.ts';

const pluginCall = <const I extends string, const P extends string, const B extends Record<string, Type.TSchema>>(
  id: I,
  path: P,
  summary: string,
  body: B,
) =>
  endpoint({
    id,
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path,
    summary,
    body: Type.Object({ dataCollectionId: CollectionId, ...body }),
    response: ChangedCollectionResponse,
    errors: fieldErrors,
  });

const options = <const N extends string>(name: N) =>
  ({ [name]: Type.Optional(FreeObject) }) as { [K in N]: Type.TOptional<typeof FreeObject> };

export const pluginsEndpoints = {
  addPlugin: pluginCall('data.plugins.add', '/v2/collections/add-plugin', 'Add a plugin', { plugin: Plugin }),
  deletePlugin: pluginCall('data.plugins.delete', '/v2/collections/delete-plugin', 'Take a plugin away', {
    pluginType: Type.Enum(pluginTypes),
  }),
  addPublishPlugin: pluginCall(
    'data.plugins.addPublish',
    '/v2/collections/add-publish-plugin',
    'Let items be drafts until they are published',
    options('publishOptions'),
  ),
  deletePublishPlugin: pluginCall(
    'data.plugins.deletePublish',
    '/v2/collections/delete-publish-plugin',
    'Take the publish plugin away',
    {},
  ),
  addUrlizedPlugin: pluginCall(
    'data.plugins.addUrlized',
    '/v2/collections/add-urlized-plugin',
    'Give items page addresses made of their fields',
    options('urlizedOptions'),
  ),
  deleteUrlizedPlugin: pluginCall(
    'data.plugins.deleteUrlized',
    '/v2/collections/delete-urlized-plugin',
    'Take the urlized plugin away',
    {},
  ),
  addMultilingualPlugin: pluginCall(
    'data.plugins.addMultilingual',
    '/v2/collections/add-multilingual-plugin',
    'Let fields hold one value per language',
    options('multilingualOptions'),
  ),
  deleteMultilingualPlugin: pluginCall(
    'data.plugins.deleteMultilingual',
    '/v2/collections/delete-multilingual-plugin',
    'Take the multilingual plugin away',
    {},
  ),
  addCmsPlugin: pluginCall(
    'data.plugins.addCms',
    '/v2/collections/add-cms-plugin',
    'Add the CMS plugin',
    options('cmsOptions'),
  ),
  deleteCmsPlugin: pluginCall(
    'data.plugins.deleteCms',
    '/v2/collections/delete-cms-plugin',
    'Take the CMS plugin away',
    {},
  ),
  addCatalogPlugin: pluginCall(
    'data.plugins.addCatalog',
    '/v2/collections/add-catalog-plugin',
    'Add the catalog plugin',
    options('catalogOptions'),
  ),
  deleteCatalogPlugin: pluginCall(
    'data.plugins.deleteCatalog',
    '/v2/collections/delete-catalog-plugin',
    'Take the catalog plugin away',
    {},
  ),
  addDraftItemsPlugin: pluginCall(
    'data.plugins.addDraftItems',
    '/v2/collections/add-draft-items-plugin',
    'Keep drafts in a twin collection',
    options('draftItemsOptions'),
  ),
  deleteDraftItemsPlugin: pluginCall(
    'data.plugins.deleteDraftItems',
    '/v2/collections/delete-draft-items-plugin',
    'Take the draft items plugin away',
    {},
  ),
};
