import type { Database } from '../database/client.ts';
import type { Module } from '../module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { auditReturns } from './audit.ts';
import { returnMails } from './mail-words.ts';
import { type ReturnCalls, returnHandlers } from './routes.ts';

export const returns: Module<ReturnCalls, { database: Database; catalogue: Catalogue }> = {
  name: 'returns',
  audit: auditReturns,
  mails: returnMails,
  events: {
    return_asked: ['orders'],
    return_answered: ['orders'],
    pieces_returned: ['orders', 'stock'],
  },
  open: ({ database, catalogue }) => ({ handlers: returnHandlers(database, catalogue) }),
};
