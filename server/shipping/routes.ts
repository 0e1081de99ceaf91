import { MOST_PICKED } from '#contract/purchases/limits.ts';
import type { shipmentCalls } from '#contract/shipping/calls.ts';
import type { Database } from '../ground/database/client.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { attemptOf } from '../ground/idempotency/idempotency.ts';
import { cancelShipment, changeShipment } from './change.ts';
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

    async changeShipment({ params, body, caller }) {
      await changeShipment(database, params.id, body, caller.email);
      return { modifiedCount: 1 };
    },

    async cancelShipment({ params, body, caller }) {
      await cancelShipment(database, params.id, body.why, caller.email);
      return { modifiedCount: 1 };
    },

    listPicks: ({ query }) => listPicks(db, query.purchases.split(',').slice(0, MOST_PICKED)),
  };
}
