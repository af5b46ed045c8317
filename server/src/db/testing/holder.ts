// A separate process that uses the embedded database, for tests that kill the process. Its only argument is JSON. It
// prints one line of JSON for each event, and exits when its standard input ends.
import { createInterface } from 'node:readline';
import pg from 'pg';
import { EmbeddedDatabaseError, type EmbeddedOptions, startEmbedded } from '../embedded/index.ts';

export interface HolderInput extends Omit<EmbeddedOptions, 'log' | 'onLockLost'> {
  /** User id to switch to first, because root bypasses permissions. */
  readonly uid?: number;
  /** Number of connections that insert numbers into the table `acknowledged` and report each commit. */
  readonly writers?: number;
}

export type HolderEvent =
  | { readonly event: 'ready'; readonly wasAdopted: boolean; readonly dataDir: string; readonly host: string }
  | { readonly event: 'rejected'; readonly message: string }
  | { readonly event: 'committed'; readonly number: number }
  | { readonly event: 'said'; readonly message: string }
  | { readonly event: 'lost'; readonly message: string }
  | { readonly event: 'stopped' };

const input = JSON.parse(process.argv[2] ?? '{}') as HolderInput;
const emit = (event: HolderEvent): boolean => process.stdout.write(`${JSON.stringify(event)}\n`);
const emitLog = (message: string): boolean => emit({ event: 'said', message });

try {
  if (input.uid !== undefined) {
    process.setgroups?.([]);
    process.setgid?.(input.uid);
    process.setuid?.(input.uid);
  }
  const database = await startEmbedded({
    ...input,
    log: { info: emitLog, warn: emitLog },
    onLockLost: ({ message }) => emit({ event: 'lost', message }),
  });
  emit({ event: 'ready', wasAdopted: database.wasAdopted, dataDir: database.dataDir, host: database.connection.host });
  for (let i = 0; i < (input.writers ?? 0); i++) write(database.connection, i).catch(() => undefined);
  createInterface({ input: process.stdin }).once('close', async () => {
    await database.stop();
    emit({ event: 'stopped' });
    process.exit();
  });
} catch (error) {
  if (!(error instanceof EmbeddedDatabaseError)) throw error;
  emit({ event: 'rejected', message: error.message });
  process.exitCode = 1;
}

async function write(connection: pg.ClientConfig, writer: number): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  for (let number = writer * 1_000_000; ; number++) {
    await client.query('insert into acknowledged values ($1)', [number]);
    emit({ event: 'committed', number });
  }
}
