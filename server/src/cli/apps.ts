import { createApp, removeApp as deleteApp, listAppsOfSite, updateApp } from '../sites/apps/apps.ts';
import { type CommandOutput, type Invocation, UsageError } from './command.ts';
import { readGuid, withSite } from './with-installation.ts';

export function showApps({ config, values }: Invocation): Promise<CommandOutput> {
  return withSite(config, values.site, async (ctx) => {
    const { apps } = await listAppsOfSite(ctx);
    const lines = apps.map((app) => [app.clientId, app.name, ...app.redirectUris].join('  '));
    return { text: lines.join('\n'), json: apps };
  });
}

export function makeApp({ config, values }: Invocation): Promise<CommandOutput> {
  const app = { name: values.name, ...readChanges(values) };
  return withSite(config, values.site, async (ctx) => {
    const created = await createApp(ctx, { body: { app } });
    const json = { clientId: created.app.clientId, clientSecret: created.clientSecret };
    return { text: `Client id      ${json.clientId}\nClient secret  ${json.clientSecret}  (shown only now)`, json };
  });
}

export function changeApp({ config, values }: Invocation): Promise<CommandOutput> {
  const clientId = readGuid(values, 'id');
  const changes = { ...(values.name ? { name: values.name } : {}), ...readChanges(values) };
  if (Object.keys(changes).length === 0) throw new UsageError('Name at least one option to change.');
  return withSite(config, values.site, async (ctx) => {
    const { app } = await updateApp(ctx, { query: { clientId }, body: { app: changes } });
    return { text: `Changed the app ${app.name} (${app.clientId}).`, json: app };
  });
}

export function removeApp({ config, values }: Invocation): Promise<CommandOutput> {
  const clientId = readGuid(values, 'id');
  return withSite(config, values.site, async (ctx) => {
    await deleteApp(ctx, { query: { clientId } });
    return { text: `Deleted the app ${clientId}. Its tokens no longer work.`, json: { clientId } };
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the values of the command's own options
function readChanges(values: any) {
  const { 'redirect-uri': uris, 'redirect-domain': domains, 'rotate-refresh-tokens': rotate } = values;
  if (rotate !== undefined && !['on', 'off'].includes(rotate))
    throw new UsageError(`The option --rotate-refresh-tokens must be on or off, not "${rotate}".`);
  return {
    ...(uris ? { redirectUris: withoutEmpty(uris) } : {}),
    ...(domains ? { redirectDomains: withoutEmpty(domains) } : {}),
    ...(rotate ? { rotateRefreshTokens: rotate === 'on' } : {}),
  };
}

const withoutEmpty = (texts: readonly string[]): string[] => texts.filter((text) => text !== '');
