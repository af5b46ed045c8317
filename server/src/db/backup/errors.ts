/** Why a backup or a restore failed: one sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
