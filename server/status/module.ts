import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import { watchCertificate } from './certificate.ts';
import { diskMeasures } from './disk.ts';
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
      measures: [...measures, ...diskMeasures(dataDir), upkeepMeasure(database.db)],
    };
  },
};
