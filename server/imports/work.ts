import type { Database } from '../ground/database/client.ts';
import { doEach } from '../ground/jobs/each.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { applying } from './apply.ts';
import { takeStep } from './step.ts';
import { undoing } from './undo.ts';

/** Rows in one transaction: the products of so many are locked at once. */
const ROWS = 250;

const STEPS = [applying, undoing];

/** Applies and undoes imports, page by page. Every process can go on with what another one has begun. */
export class Work {
  readonly #database: Database;
  readonly #catalogue: Catalogue;
  readonly #running = new Map<string, Promise<void>>();
  #isClosing = false;

  constructor(database: Database, catalogue: Catalogue) {
    this.#database = database;
    this.#catalogue = catalogue;
  }

  /** Works at an import until its step is done. */
  run(id: string): Promise<void> {
    const running = this.#running.get(id);
    if (running) return running;
    const work = this.#run(id).finally(() => this.#running.delete(id));
    this.#running.set(id, work);
    return work;
  }

  /** Goes on with all imports whose process has stopped. */
  async resume(): Promise<void> {
    const rows = await this.#database.db
      .selectFrom('imports')
      .select('id')
      .where('state', 'in', ['applying', 'undoing'])
      .orderBy('id')
      .execute();
    await doEach(rows, ({ id }) => this.run(id));
  }

  /** Waits for the pages that are being written; the rest is done by another process, or after the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.allSettled(this.#running.values());
  }

  async #run(id: string): Promise<void> {
    const { db } = this.#database;
    const imported = await db.selectFrom('imports').select('state').where('id', '=', id).executeTakeFirst();
    const step = STEPS.find(({ state }) => state === imported?.state);
    if (!step) return;
    for (;;) {
      if (this.#isClosing) return;
      const progress = await takeStep(db, step, id, ROWS);
      if (!progress) return;
      if (progress.hasCategories) await this.#catalogue.refreshCategories();
      if (progress.products.length > 0) await this.#catalogue.refresh(progress.products);
      if (progress.isDone) return;
    }
  }
}
