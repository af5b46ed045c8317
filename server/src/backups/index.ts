/** Scheduled backups of the installation: when they run, where they are kept, and what is removed. */
export { type Destination, openDestination } from './destination.ts';
export { assertBackupExists, fetchBackup, listBackups } from './list.ts';
export { recover } from './recover.ts';
export { startRecoveryArchive } from './recovery-worker.ts';
export { restoreCollection, restoreSite } from './restore-part.ts';
export { runBackup } from './run.ts';
export { listLastRuns } from './store.ts';
export { startBackups } from './worker.ts';
