import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import type { ListPrices } from '../price-lists/list-prices.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { OwnNumbers } from '../products/own-numbers.ts';
import { type LineCalls, lineHandlers } from './routes.ts';

interface Parts {
  catalogue: Catalogue;
  limits: Limits;
  ownNumbers: OwnNumbers;
  listPrices: ListPrices;
}

export const lines: Module<LineCalls, Parts> = {
  name: 'lines',
  open: ({ catalogue, limits, ownNumbers, listPrices }) => ({
    handlers: lineHandlers(catalogue, limits, ownNumbers, listPrices),
  }),
};
