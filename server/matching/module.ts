import type { Database } from '../ground/database/client.ts';
import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import { listsFor } from '../price-lists/offers.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { OwnNumbers } from '../products/own-numbers.ts';
import { type LineCalls, lineHandlers } from './routes.ts';

interface Parts {
  database: Database;
  catalogue: Catalogue;
  limits: Limits;
  ownNumbers: OwnNumbers;
}

export const lines: Module<LineCalls, Parts> = {
  name: 'lines',
  open: ({ database, catalogue, limits, ownNumbers }) => ({
    handlers: lineHandlers(catalogue, limits, ownNumbers, (buyerId, productIds) =>
      listsFor(database.db, buyerId, productIds),
    ),
  }),
};
