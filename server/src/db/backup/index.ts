// Backup and restore of an installation. The embedded binaries lack PostgreSQL's own tools, and this is also how to
// upgrade to PostgreSQL's next major version.
export { backup } from './backup.ts';
export { restore } from './restore.ts';
