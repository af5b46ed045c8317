/** Plugins of a collection are stored and returned with their options. They do not change how items behave yet. */
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
type Changed = Output<Endpoints['addPlugin']>;

/** @throws AppError WDE0080 if the collection has a plugin of the type, WDE0119 for a plugin that makes drafts */
export const addPlugin = (ctx: SiteCtx, { body }: Input<Endpoints['addPlugin']>): Promise<Changed> =>
  add(ctx, body.dataCollectionId, body.plugin);

/** @throws AppError WDE0080 where there is no plugin of the type */
export const deletePlugin = (ctx: SiteCtx, { body }: Input<Endpoints['deletePlugin']>): Promise<Changed> =>
  remove(ctx, body.dataCollectionId, body.pluginType);

interface PluginRequest {
  readonly body: { readonly dataCollectionId: string };
}

/** The call that adds one kind of plugin. Its options are in the body under the name `options`. @throws AppError as addPlugin does */
export const addPluginOfType =
  (type: Plugin['type'], options: string) =>
  (ctx: SiteCtx, { body }: PluginRequest): Promise<Changed> => {
    const value = (body as Record<string, unknown>)[options];
    return add(ctx, body.dataCollectionId, { type, ...(value === undefined ? {} : { [options]: value }) });
  };

/** The call that takes one kind of plugin away. */
export const deletePluginOfType =
  (type: Plugin['type']) =>
  (ctx: SiteCtx, { body }: PluginRequest): Promise<Changed> =>
    remove(ctx, body.dataCollectionId, type);

async function add(ctx: SiteCtx, id: string, plugin: Plugin): Promise<Changed> {
  const collection = await changeDefinition(ctx, id, { act: 'plugins.add' }, (before) => {
    const definition = validateDefinition({ ...definitionOf(before), plugins: [...before.plugins, plugin] });
    assertNoDraftPlugin(id, definition.plugins, before.plugins);
    return definition;
  });
  return { dataCollection: collectionToWire(collection) };
}

async function remove(ctx: SiteCtx, id: string, type: Plugin['type']): Promise<Changed> {
  const collection = await changeDefinition(ctx, id, { act: 'plugins.delete' }, (before) => {
    const plugins = before.plugins.filter((plugin) => plugin.type !== type);
    if (plugins.length === before.plugins.length)
      throw new AppError('WDE0080', { reason: `the collection has no plugin ${type}`, field: 'pluginType' });
    return { ...definitionOf(before), plugins };
  });
  return { dataCollection: collectionToWire(collection) };
}
