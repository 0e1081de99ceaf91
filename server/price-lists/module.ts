import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { OwnNumbers } from '../products/own-numbers.ts';
import { auditPriceLists } from './audit.ts';
import { type PriceListCalls, priceListHandlers } from './routes.ts';

/** Prices that were agreed with companies and with groups of buyers. */
export const priceLists: Module<
  PriceListCalls,
  { database: Database; catalogue: Catalogue; ownNumbers: OwnNumbers }
> = {
  name: 'price-lists',
  audit: auditPriceLists,
  events: {
    price_list_added: ['people'],
    price_list_changed: ['people'],
    price_list_change_undone: ['people'],
    price_lists_assigned: ['people'],
    buyer_group_added: ['people'],
  },
  open: ({ database, catalogue, ownNumbers }) => ({
    handlers: priceListHandlers(database, catalogue, ownNumbers),
  }),
};
