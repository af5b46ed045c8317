/** Where the tables of the schema `portico` are in a Citus cluster. */
import type pg from 'pg';

/**
 * - `site`: distributed by `site_id`; the rows of a site are on one node.
 * - `everywhere`: a reference table, with a copy on every node. A write needs all nodes, so it holds only what rarely
 *   changes.
 * - `coordinator`: only on the coordinator, so that writes need no other node.
 */
export type Placement = 'site' | 'everywhere' | 'coordinator';

/** The placement of each table. Tables come after those that they reference. */
export const LAYOUT: Readonly<Record<string, Placement>> = {
  migrations: 'coordinator',

  accounts: 'everywhere',
  sites: 'everywhere',
  users: 'everywhere',
  site_users: 'everywhere',
  apps: 'everywhere',
  api_keys: 'everywhere',
  signing_keys: 'everywhere',
  // They are written when owners sign in, which must work while a node is down.
  user_sessions: 'coordinator',
  setup_links: 'coordinator',
  backup_runs: 'coordinator',
  dashboard_attempts: 'coordinator',
  dashboard_windows: 'coordinator',

  activity: 'site',
  attempt_windows: 'site',
  attempts: 'site',
  audit_log: 'site',
  authorization_codes: 'site',
  collections: 'site',
  contact_labels: 'site',
  contacts: 'site',
  data_jobs: 'site',
  deleted_collections: 'site',
  file_usage: 'site',
  files: 'site',
  forms: 'site',
  mail_templates: 'site',
  mails: 'site',
  member_devices: 'site',
  member_jobs: 'site',
  member_roles: 'site',
  member_sessions: 'site',
  members: 'site',
  outbox: 'site',
  recovery_tokens: 'site',
  refresh_tokens: 'site',
  schema_changes: 'site',
  session_tokens: 'site',
  sign_in_states: 'site',
  spam_reports: 'site',
  submission_keys: 'site',
  submission_orders: 'site',
  submission_searches: 'site',
  submission_words: 'site',
  submissions: 'site',
  untold_submissions: 'site',
  used_captchas: 'site',
  webhooks: 'site',
  webhook_deliveries: 'site',
};

/** Returns true if the database has the extension Citus, so that it may be the coordinator of a cluster. */
export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}
