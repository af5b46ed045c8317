// Backup and restore of a whole installation: PostgreSQL's own tools are not among the embedded binaries, and this is
// also the way to PostgreSQL's next major version.
export { backup } from './backup.ts';
export { restore } from './restore.ts';
