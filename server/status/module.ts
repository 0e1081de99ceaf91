import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Database } from '../ground/database/client.ts';
import type { Measure, Module } from '../ground/module.ts';
import { watchCertificate } from './certificate.ts';
import { type ShopConfig, type StatusCalls, statusHandlers } from './routes.ts';
import { upkeepMeasure } from './upkeep.ts';

interface Needs {
  database: Database;
  config: ShopConfig;
  registry: Registry;
  readMetrics?: (() => Promise<string>) | undefined;
  dataDir: string;
  publicUrl: string | undefined;
  isStopping: () => boolean;
  log: FastifyBaseLogger;
}

export const status: Module<StatusCalls, Needs> = {
  name: 'status',
  open({
    database,
    config,
    registry,
    readMetrics = () => registry.metrics(),
    dataDir,
    publicUrl,
    isStopping,
    log,
  }) {
    const { jobs, measures } = watchCertificate(publicUrl, log);
    return {
      handlers: statusHandlers(database, config, readMetrics, isStopping),
      jobs,
      measures: [...measures, ...diskMeasures(dataDir), roomMeasure(database), upkeepMeasure(database.db)],
    };
  },
};

/** Known by writes that have failed, so by one process before others. */
const roomMeasure = ({ hasRoom }: Database): Measure => ({
  name: 'shop_database_has_room',
  help: 'Whether PostgreSQL has room for what is written: 0 after a write has failed for want of disk or memory, until one is possible again',
  isLeast: true,
  read: async () => Number(await hasRoom()),
});

/** The room of the file system that a folder is on. */
function diskMeasures(folder: string): Measure[] {
  return [
    {
      name: 'shop_data_dir_bytes',
      help: 'The file system of DATA_DIR: free bytes, of which the shop may use all, and bytes in all',
      label: 'what',
      async read() {
        const { bavail, blocks, bsize } = await statfs(folder);
        return { free: bavail * bsize, all: blocks * bsize };
      },
    },
  ];
}
