import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database, Queryable } from '../ground/database/client.ts';
import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { auditImportedCounts } from './audit.ts';
import { Reader } from './reader.ts';
import { type ImportCalls, importHandlers } from './routes.ts';
import { Work } from './work.ts';

interface Needs {
  database: Database;
  catalogue: Catalogue;
  jobSeconds: number;
  limits: Limits;
  log: FastifyBaseLogger;
}

export const imports: Module<ImportCalls, Needs> = {
  name: 'imports',
  audit: auditImportedCounts,
  events: {
    stock_counted: ['stock'],
    goods_received: ['stock'],
    import_applied: ['stock'],
    import_undone: ['stock'],
  },
  open({ database, catalogue, jobSeconds, limits, log }) {
    const reader = new Reader();
    const work = new Work(database, catalogue);
    return {
      handlers: importHandlers(database, catalogue, reader, work, limits, (error) =>
        log.error({ err: error }, 'an import has stopped'),
      ),
      jobs: [{ name: 'imports', everySeconds: jobSeconds, run: () => work.resume() }],
      forget: () => forgetImports(database.db),
      async close() {
        await reader.close();
        await work.close();
      },
    };
  },
};

/** Days after which an import is deleted, and can be undone no more; hours for one that was not applied. */
const DAYS = 30;
const HOURS = 24;
/** The most imports that are kept, and the most of their rows. */
const MOST_IMPORTS = 300;
const MOST_ROWS = 2_000_000;
/** Minutes without a page of rows after which a file is read by nobody any more. */
const STUCK_MINUTES = 3;

/** Deletes old imports with their rows, and what is beyond the bounds. None that is being applied or undone. */
async function forgetImports(db: Queryable): Promise<void> {
  await sql`
    update imports set state = 'failed'
    where state = 'reading' and touched_at < now() - make_interval(mins => ${STUCK_MINUTES})`.execute(db);
  await sql`
    delete from imports where state not in ('reading', 'applying', 'undoing') and id in (
      select id from (
        select id, created_at, state in ('ready', 'failed') as is_idle,
          row_number() over newest as place, sum(size) over newest as rows
        from imports window newest as (order by id desc)
      ) as imports
      where place > ${MOST_IMPORTS} or (place > 1 and rows > ${MOST_ROWS})
        or created_at < now() - make_interval(days => ${DAYS})
        or (is_idle and created_at < now() - make_interval(hours => ${HOURS}))
    )`.execute(db);
}
