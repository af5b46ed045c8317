import { limitNames, limitsOf, parseLimit, type SiteLimits } from '../kernel/site-limits.ts';
import { changeLimits } from '../sites/limits/change-limits.ts';
import { type CommandOutput, type Invocation, UsageError } from './command.ts';
import { withSite } from './with-installation.ts';

type Name = keyof typeof limitNames;

/** Changes those limits of a site that the options name, and shows all its limits. */
export function limitSite({ config, values }: Invocation): Promise<CommandOutput> {
  const changes = readChanges(values);
  return withSite(config, values.site, async (ctx) => {
    const own = Object.keys(changes).length > 0 ? await changeLimits(ctx, changes) : ctx.site.limits;
    const limits = limitsOf({ env: ctx.env, site: { limits: own } });
    const lines = Object.entries(limitNames).map(([name, key]) => {
      const source = Object.hasOwn(own, key) ? 'of this site' : 'of the installation';
      return `${name.padEnd(20)} ${String(limits[key] ?? 'none').padEnd(12)} ${source}`;
    });
    return { text: lines.join('\n'), json: limits };
  });
}

function readChanges(values: Readonly<Record<string, string | undefined>>) {
  const changes: { -readonly [name in keyof SiteLimits]?: number | null | undefined } = {};
  for (const name of Object.keys(limitNames) as Name[]) {
    const text = values[name];
    if (text === undefined) continue;
    try {
      changes[limitNames[name]] = text === 'default' ? undefined : parseLimit(`--${name}`, text);
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  }
  return changes;
}
