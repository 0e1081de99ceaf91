import type { Database } from '../ground/database/client.ts';
import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { auditLists } from './audit.ts';
import { listMails } from './mail-words.ts';
import { News } from './news.ts';
import { forgetPlaced } from './placed.ts';
import { type ListCalls, listHandlers } from './routes.ts';

export const lists: Module<ListCalls, { database: Database; catalogue: Catalogue; limits: Limits }> = {
  name: 'lists',
  mails: listMails,
  audit: auditLists,
  open({ database, catalogue, limits }) {
    const news = new News(database.pool);
    return {
      handlers: listHandlers(database, catalogue, news, limits),
      forget: () => forgetPlaced(database.db),
      stop: () => news.stop(),
      close: () => news.close(),
    };
  },
};
