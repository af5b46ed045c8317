// Backup and restore of a whole installation: PostgreSQL's own tools are not among the embedded binaries, and this is
// also the way to PostgreSQL's next major version.
export type { Amounts } from './archive.ts';
export { type BackupOptions, backup } from './backup.ts';
export { BackupError } from './errors.ts';
export { type RestoreOptions, restore } from './restore.ts';
