import type { shipmentCalls } from '#contract/calls/shipments.ts';
import { MOST_PICKED } from '#contract/purchase-limits.ts';
import type { Database } from '../database/client.ts';
import type { HandlersOf } from '../handling/handler.ts';
import { attemptOf } from '../idempotency/idempotency.ts';
import { listPicks } from './queries.ts';
import { ship } from './ship.ts';

export type ShipmentCalls = keyof typeof shipmentCalls;

export function shipmentHandlers(database: Database): HandlersOf<ShipmentCalls> {
  const { db } = database;
  return {
    addShipment({ params, body, caller, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addShipment', idempotencyKey, { id: params.id, ...body });
      return ship(database, params.id, body, caller.email, attempt);
    },

    listPicks: ({ query }) => listPicks(db, query.purchases.split(',').slice(0, MOST_PICKED)),
  };
}
