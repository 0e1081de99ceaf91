import type { DeskPurchase } from '#contract/desk/schema.ts';
import type { Answer } from '../ground/handling/answer.ts';
import { type TableColumn, tableAnswer } from '../ground/handling/table-answer.ts';

const COLUMNS: readonly TableColumn<DeskPurchase>[] = [
  ['number', ({ number }) => number],
  ['state', ({ state }) => state],
  ['shipping', ({ shipping }) => shipping],
  ['toShip', ({ toShip }) => toShip],
  ['placedAt', ({ placedAt }) => placedAt],
  ['paidAt', ({ paidAt }) => paidAt],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['poNumber', ({ poNumber }) => poNumber],
  ['costCentre', ({ costCentre }) => costCentre],
  ['lines', ({ lineCount }) => lineCount],
  ['pieces', ({ pieces }) => pieces],
  ['firstProduct', ({ firstProduct }) => firstProduct],
  ['total', ({ total }) => total],
  ['refunded', ({ refunded }) => refunded],
  ['takenBack', ({ takenBack }) => takenBack],
  ['transactionId', ({ transactionId }) => transactionId],
  ['heldUntil', ({ heldUntil }) => heldUntil ?? undefined],
  ['shippingAdd', ({ shippingAdd }) => shippingAdd],
  ['phone', ({ phone }) => phone],
  ['note', ({ note }) => note],
  ['deliveryWish', ({ deliveryWish }) => deliveryWish],
  ['_id', ({ _id }) => _id],
];

/** Purchases as a file, read and sent page by page. */
export function exportAnswer(pages: AsyncIterable<DeskPurchase[]>, format: 'csv' | 'xlsx'): Answer {
  return tableAnswer(format, 'orders', pages, COLUMNS);
}
