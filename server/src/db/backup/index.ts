// Backup and restore of an installation. The package of the embedded database contains no pg_dump and pg_restore. A
// backup and a restore are also the way to upgrade to PostgreSQL's next major version.
export { backup, writeArchive } from './backup.ts';
export { assertArchive, restore, restoreRows, verifyArchive } from './restore.ts';
