import type { Database } from '../ground/database/client.ts';
import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import type { Settings } from '../settings/settings.ts';
import { auditInvoices } from './audit.ts';
import { DocumentMaker } from './make.ts';
import { type DocumentCalls, documentHandlers } from './routes.ts';
import { noteSeller } from './seller.ts';

interface Parts {
  database: Database;
  settings: Settings;
  limits: Limits;
}

export const invoices: Module<DocumentCalls, Parts> = {
  name: 'invoices',
  audit: auditInvoices,
  async open({ database: { db }, settings, limits }) {
    await noteSeller(db);
    const makers = { staff: new DocumentMaker(), buyers: new DocumentMaker() };
    return {
      handlers: documentHandlers(db, makers, settings, limits),
      async close() {
        makers.staff.close();
        makers.buyers.close();
      },
    };
  },
};
