import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/client.ts';
import type { FileRoom } from '../files/module.ts';
import type { ImageHost } from '../images/host.ts';
import type { Module } from '../module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { makeDatasheets, noteDue } from './make.ts';

interface Needs {
  database: Database;
  catalogue: Catalogue;
  files: FileRoom;
  images: ImageHost;
  log: FastifyBaseLogger;
  /** Whether this process makes the datasheets of the demo catalogue. */
  makesDatasheets: boolean;
}

export const datasheets: Module<never, Needs> = {
  name: 'datasheets',
  demo: noteDue,
  open({ log, makesDatasheets, ...needs }) {
    const ending = new AbortController();
    const made = makesDatasheets && makeDatasheets(needs, ending.signal);
    const done = Promise.resolve(made).catch((err) => {
      if (!ending.signal.aborted) log.warn({ err }, 'the datasheets of the demo catalogue were not all made');
    });
    return {
      handlers: {},
      async close() {
        ending.abort();
        await done;
      },
    };
  },
};
