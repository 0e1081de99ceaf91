import type { Database } from '../ground/database/client.ts';
import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import type { Pictures } from '../images/pictures.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { auditReturns } from './audit.ts';
import { returnMails } from './mail-words.ts';
import { forgetPictures } from './pictures.ts';
import { type ReturnCalls, returnHandlers } from './routes.ts';

interface Parts {
  database: Database;
  catalogue: Catalogue;
  returnPictures: Pictures;
  limits: Limits;
}

export const returns: Module<ReturnCalls, Parts> = {
  name: 'returns',
  audit: auditReturns,
  mails: returnMails,
  events: {
    return_asked: ['orders'],
    return_answered: ['orders'],
    return_withdrawn: ['orders'],
    pieces_returned: ['orders', 'stock'],
    refund_declined: ['orders', 'payments'],
  },
  open: ({ database, catalogue, returnPictures, limits }) => ({
    handlers: returnHandlers(database, catalogue, returnPictures, limits),
    forget: () => forgetPictures(database.db),
    close: () => returnPictures.close(),
  }),
};
