/**
 * Stores the plugins of a collection and returns them with their options. Plugins do not change the behaviour of items
 * yet.
 */
import type { pluginsEndpoints } from '@portico/contract/data/plugins';
import type { Input, Output } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { type Definition, definitionOf } from '../collections/collection.ts';
import { changeDefinition } from './change-definition.ts';
import { assertNoDraftPlugin, validateDefinition } from './definition.ts';
import { collectionToWire } from './wire.ts';

type Endpoints = typeof pluginsEndpoints;
type Plugin = Definition['plugins'][number];
type CollectionResponse = Output<Endpoints['addPlugin']>;

/**
 * Adds a plugin.
 * @throws AppError WDE0080 if the collection has a plugin of this type, WDE0119 for a plugin that creates drafts
 */
export const addPlugin = (ctx: SiteCtx, { body }: Input<Endpoints['addPlugin']>): Promise<CollectionResponse> =>
  add(ctx, body.dataCollectionId, body.plugin);

/** Deletes a plugin. @throws AppError WDE0080 if the collection has no plugin of this type */
export const deletePlugin = (ctx: SiteCtx, { body }: Input<Endpoints['deletePlugin']>): Promise<CollectionResponse> =>
  remove(ctx, body.dataCollectionId, body.pluginType);

interface PluginRequest {
  readonly body: { readonly dataCollectionId: string };
}

/**
 * Returns the call that adds a plugin of one type.
 * @param options property of the body that contains the plugin's options
 * @throws AppError like addPlugin
 */
export const addPluginOfType =
  (type: Plugin['type'], options: string) =>
  (ctx: SiteCtx, { body }: PluginRequest): Promise<CollectionResponse> => {
    const value = (body as Record<string, unknown>)[options];
    return add(ctx, body.dataCollectionId, { type, ...(value === undefined ? {} : { [options]: value }) });
  };

/** Returns the call that deletes the plugin of one type. */
export const deletePluginOfType =
  (type: Plugin['type']) =>
  (ctx: SiteCtx, { body }: PluginRequest): Promise<CollectionResponse> =>
    remove(ctx, body.dataCollectionId, type);

async function add(ctx: SiteCtx, id: string, plugin: Plugin): Promise<CollectionResponse> {
  const collection = await changeDefinition(ctx, id, { act: 'plugins.add' }, (before) => {
    const definition = validateDefinition({ ...definitionOf(before), plugins: [...before.plugins, plugin] });
    assertNoDraftPlugin(id, definition.plugins, before.plugins);
    return definition;
  });
  return { dataCollection: collectionToWire(collection) };
}

async function remove(ctx: SiteCtx, id: string, type: Plugin['type']): Promise<CollectionResponse> {
  const collection = await changeDefinition(ctx, id, { act: 'plugins.delete' }, (before) => {
    const plugins = before.plugins.filter((plugin) => plugin.type !== type);
    if (plugins.length === before.plugins.length)
      throw new AppError('WDE0080', { reason: `the collection has no plugin ${type}`, field: 'pluginType' });
    return { ...definitionOf(before), plugins };
  });
  return { dataCollection: collectionToWire(collection) };
}
