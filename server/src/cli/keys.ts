import { createKey, listKeysOfSite, removeKey } from '../sites/keys/keys.ts';
import type { CommandOutput, Invocation } from './command.ts';
import { readGuid, withSite } from './with-installation.ts';

export function showKeys({ config, values }: Invocation): Promise<CommandOutput> {
  return withSite(config, values.site, async (ctx) => {
    const { keys } = await listKeysOfSite(ctx);
    const lines = keys.map(
      ({ keyId, name, scopes, lastUsedDate }) =>
        `${keyId}  ${name}  ${scopes.join(' ')}  ${lastUsedDate ? `last used ${lastUsedDate}` : 'never used'}`,
    );
    return { text: lines.join('\n'), json: keys };
  });
}

export function createKeyCommand({ config, values }: Invocation): Promise<CommandOutput> {
  const key = { name: values.name, scopes: values.scope };
  return withSite(config, values.site, async (ctx) => {
    const created = await createKey(ctx, { body: { key } });
    const json = { apiKey: created.apiKey, siteId: ctx.site.id, accountId: ctx.site.accountId };
    return {
      text: `API key     ${json.apiKey}  (shown only now)\nSite id     ${json.siteId}\nAccount id  ${json.accountId}`,
      json,
    };
  });
}

export function revokeKey({ config, values }: Invocation): Promise<CommandOutput> {
  const keyId = readGuid(values, 'id');
  return withSite(config, values.site, async (ctx) => {
    await removeKey(ctx, { query: { keyId } });
    return { text: `Revoked the key ${keyId}.`, json: { keyId } };
  });
}
