import pg from 'pg';

/** Whether PostgreSQL has given a statement up as it has no room left: on its disk (53100), in memory, or within a limit. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('53') === true;
}

/** Takes new room on the disk, and gives it back. */
const TAKE_ROOM = 'create temp table room on commit drop as select from generate_series(1, 10000)';

/**
 * Whether a database has room for what is to be written. It is taken to have some until a statement has failed for want of it, and then
 * tried by who asks, until it has some again.
 */
export class Room {
  #wasMissing = false;

  /** Is told each error of the database. */
  note(error: unknown): void {
    if (isOutOfRoom(error)) this.#wasMissing = true;
  }

  async isThere(pool: pg.Pool): Promise<boolean> {
    if (!this.#wasMissing) return true;
    try {
      await pool.query(TAKE_ROOM);
    } catch (error) {
      if (isOutOfRoom(error)) return false;
      throw error;
    }
    this.#wasMissing = false;
    return true;
  }
}
