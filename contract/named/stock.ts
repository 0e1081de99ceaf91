/** Schemas of expected goods and of stock, each with an example. */
import { fieldError } from '../kernel/field-message.ts';
import {
  ArrivalSchema,
  ArrivedSchema,
  NewReceiptSchema,
  ReceiptChangeSchema,
  ReceiptSchema,
} from '../receipts/schema.ts';
import {
  CountedSchema,
  CountsSchema,
  LabelSchema,
  MovedManySchema,
  MovedSchema,
  MovementSchema,
  MovementsSchema,
  NewMovementSchema,
  StockLevelSchema,
} from '../stock/schema.ts';
import { facts, ID, type Named, named, PRODUCT_ID, product, TIME } from './examples.ts';

export const stockSchemas: Record<string, Named> = {
  Receipt: named(ReceiptSchema, {
    _id: ID,
    productId: PRODUCT_ID,
    dueOn: '2027-03-03',
    quantity: 500,
    promised: 100,
    arrived: 0,
  }),
  NewReceipt: named(NewReceiptSchema, { dueOn: '2027-03-03', quantity: 500 }),
  ReceiptChange: named(ReceiptChangeSchema, { dueOn: '2027-03-17' }),
  Arrival: named(ArrivalSchema, { quantity: 500 }),
  Arrived: named(ArrivedSchema, { forOrders: 100, forSale: 400, expected: 0 }),
  Movement: named(MovementSchema, {
    _id: ID,
    at: TIME,
    kind: 'goods_received',
    what: 'Goods received',
    who: 'keeper@example.com',
    change: 500,
    balance: 912,
  }),
  NewMovement: named(NewMovementSchema, { kind: 'damaged', quantity: 3, why: 'Bent pins' }),
  Moved: named(MovedSchema, { insertedId: ID, change: -3, available: 909 }),
  StockLevel: named(StockLevelSchema, {
    _id: PRODUCT_ID,
    sku: facts.sku,
    name: product.name,
    bin: 'A-03-2',
    reorderPoint: 500,
    available: 412,
    held: 100,
    toShip: 200,
    shelf: 712,
    expected: 500,
  }),
  Counts: named(CountsSchema, {
    lines: [{ productId: PRODUCT_ID, counted: 710, expected: 712 }],
    why: 'End of the year',
  }),
  Counted: named(CountedSchema, { counted: 1, different: 1 }),
  Movements: named(MovementsSchema, {
    lines: [
      { sku: facts.sku, counted: 710, expected: 712 },
      { sku: 'NB-C8', added: 500 },
    ],
  }),
  MovedMany: named(MovedManySchema, {
    booked: 1,
    lines: [
      { sku: facts.sku, booked: true, change: -2, available: 410, shelf: 710 },
      { sku: 'NB-C8', booked: false, error: fieldError('added', 'gone') },
    ],
  }),
  Label: named(LabelSchema, {
    _id: PRODUCT_ID,
    sku: facts.sku,
    name: product.name,
    bin: 'A-03-2',
    bars: [2, 1, 1, 2, 1, 4],
  }),
};
