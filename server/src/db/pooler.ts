import type pg from 'pg';

const ADVICE =
  'a pooler in transaction mode loses prepared statements, notices and locks between two statements. Portico has pools of its own: set DATABASE_URL to the address of PostgreSQL itself';

/**
 * Returns a sentence for the operator if the error comes from a pooler, such as PgBouncer, that rejects the settings
 * that Portico sends when it connects; otherwise null.
 */
export const describePoolerRejection = (error: unknown): string | null =>
  error instanceof Error && /unsupported startup parameter/.test(error.message)
    ? `DATABASE_URL leads to a pooler, which answers "${error.message}"; ${ADVICE}.`
    : null;

/**
 * Rejects a pooler in transaction mode. It gives the connection of one client to another one between two statements,
 * without a reset of its settings.
 * @param connect opens another connection to the same database
 */
export async function assertNoTransactionPooler(client: pg.Client, connect: () => Promise<pg.Client>): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // A pooler sends its own cancellation key. PostgreSQL's key begins with the process id.
  if (rows[0]?.pid === (client as unknown as { readonly processID: number }).processID) return;
  await client.query(`set portico.pooler_probe = 'set by another client'`);
  const other = await connect();
  try {
    const { rows } = await other.query(`select current_setting('portico.pooler_probe', true) as value`);
    if (rows[0].value) throw new Error(`DATABASE_URL leads to a pooler; ${ADVICE}.`);
  } finally {
    await other.query('reset portico.pooler_probe').catch(() => undefined);
    await other.end();
    await client.query('reset portico.pooler_probe').catch(() => undefined);
  }
}
