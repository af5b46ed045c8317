import { writeTypes } from '@portico/sdk/cli';
import { type CommandOutput, type Invocation, UsageError } from './command.ts';

/** Writes the types of a site, as `npx portico types` of the published SDK does. */
export async function writeSiteTypes({ config, values }: Invocation): Promise<CommandOutput> {
  const key = values.key ?? process.env.PORTICO_KEY;
  if (!key) throw new UsageError('The API key is missing: set PORTICO_KEY or the option --key.');
  const { text, collections, forms } = await writeTypes({ url: values.url ?? config.publicUrl, key, out: values.out });
  const json = values.out === undefined ? { types: text } : { out: values.out };
  return { text: text.trimEnd(), json: { ...json, collections, forms } };
}
