import type { Database } from '../database/client.ts';
import type { Module } from '../module.ts';
import type { Settings } from '../settings/settings.ts';
import { auditInvoices } from './audit.ts';
import { DocumentMaker } from './make.ts';
import { type DocumentCalls, documentHandlers } from './routes.ts';
import { noteSeller } from './seller.ts';

export const invoices: Module<DocumentCalls, { database: Database; settings: Settings }> = {
  name: 'invoices',
  audit: auditInvoices,
  async open({ database: { db }, settings }) {
    await noteSeller(db);
    const maker = new DocumentMaker();
    return { handlers: documentHandlers(db, maker, settings), close: () => maker.close() };
  },
};
