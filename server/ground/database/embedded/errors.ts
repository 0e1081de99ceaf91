/** The embedded PostgreSQL could not be set up, started or stopped; the message says why, in one line or with PostgreSQL's own last lines. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Another living shop uses this data folder. */
export class DataDirInUseError extends EmbeddedPostgresError {
  override name = 'DataDirInUseError';
  /** Process id of the shop that uses the folder; undefined when it could not be told. */
  readonly pid: number | undefined;

  constructor(dataDir: string, pid: number | undefined) {
    const owner = pid === undefined ? 'another shop' : `another shop (process ${pid})`;
    super(`The data folder ${dataDir} is in use by ${owner}: stop it, or set DATA_DIR to another folder.`);
    this.pid = pid;
  }
}

/** The data folder cannot be made or written. */
export class DataDirNotWritableError extends EmbeddedPostgresError {
  override name = 'DataDirNotWritableError';

  constructor(dataDir: string, cause: unknown) {
    const code = (cause as NodeJS.ErrnoException)?.code;
    const reason = code === undefined || code.startsWith('ERR_') ? String((cause as Error)?.message) : code;
    super(`The data folder ${dataDir} cannot be written (${reason}): set DATA_DIR to a folder that can.`, {
      cause,
    });
  }
}
