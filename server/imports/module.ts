import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../ground/database/client.ts';
import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { auditImportedCounts } from './audit.ts';
import { forgetImports } from './forget.ts';
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
