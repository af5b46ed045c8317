/** Why a backup or a restore was not made: one sentence for the person at the terminal. */
export class BackupError extends Error {
  override name = 'BackupError';
}
