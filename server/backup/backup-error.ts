/** What whoever makes or restores a backup can mend; the message says how. */
export class BackupError extends Error {
  override name = 'BackupError';
}
