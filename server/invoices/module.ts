import type { Database } from '../database/client.ts';
import type { Module } from '../module.ts';
import { auditInvoices } from './audit.ts';
import { DocumentMaker } from './make.ts';
import { type DocumentCalls, documentHandlers } from './routes.ts';
import { noteSeller, type Seller } from './seller.ts';

export const invoices: Module<DocumentCalls, { database: Database; seller: () => Seller }> = {
  name: 'invoices',
  audit: auditInvoices,
  async open({ database: { db }, seller }) {
    await noteSeller(db);
    const maker = new DocumentMaker();
    return { handlers: documentHandlers(db, maker, seller), close: () => maker.close() };
  },
};
