import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { pageFields } from '../kernel/fields.ts';
import {
  CountedSchema,
  CountsSchema,
  LabelSchema,
  LabelsQuerySchema,
  MOST_COUNTED,
  MOST_MOVED,
  MOVEMENTS_MAX_BYTES,
  MovedManySchema,
  MovedSchema,
  MovementSchema,
  MovementsSchema,
  NewMovementSchema,
  StockLevelSchema,
  StockQuerySchema,
} from './schema.ts';

const call = callsOf('Stock');

/** The calls about stock. */
export const stockCalls = {
  listMovements: call('GET /products/:id/stock', {
    may: 'stock.read',
    summary: 'The stock ledger of a product, newest first: each movement, and what was on sale after it',
    query: z.object(pageFields),
    output: z.array(MovementSchema),
    refuses: ['not_found'],
  }),
  addMovement: call('POST /products/:id/stock', {
    may: 'stock.move',
    summary:
      'Book goods that came, a count of the shelf, damaged pieces or a correction. A count is of all pieces on the shelf: those on sale, held for unpaid orders, and paid and not shipped',
    body: NewMovementSchema,
    output: MovedSchema,
    creates: true,
    refuses: ['not_found', 'stock_too_low', 'shelf_changed'],
  }),
  listStock: call('GET /stock', {
    may: 'stock.read',
    summary:
      'What there is of products: on sale, held, to ship, on the shelf, expected; with `short=1` those that run out',
    query: StockQuerySchema,
    output: z.array(StockLevelSchema),
  }),
  addCounts: call('POST /stock/counts', {
    may: 'stock.move',
    summary:
      'Book a stock-take: all lines, or none when the shelf of one has changed since it was counted. `errors` names every such line',
    body: CountsSchema,
    most: { lines: MOST_COUNTED },
    output: CountedSchema,
    status: 200,
    creates: true,
    refuses: ['counts_refused'],
  }),
  addMovements: call('POST /stock/movements', {
    may: 'stock.move',
    summary:
      'Book counts and differences of up to 5,000 parts by their SKUs, with a verdict for each: those that cannot be booked stop no other',
    body: MovementsSchema,
    most: { lines: MOST_MOVED },
    bodyBytes: MOVEMENTS_MAX_BYTES,
    output: MovedManySchema,
    status: 200,
    creates: true,
  }),
  listLabels: call('GET /stock/labels', {
    may: 'stock.read',
    summary: 'What stands on the labels of products, with their bar codes, in the order of `products`',
    query: LabelsQuerySchema,
    output: z.array(LabelSchema),
  }),
};
