import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import { auditShipments } from './audit.ts';
import { shippingMails } from './mail-words.ts';
import { type ShipmentCalls, shipmentHandlers } from './routes.ts';

export const shipping: Module<ShipmentCalls, { database: Database }> = {
  name: 'shipping',
  audit: auditShipments,
  mails: shippingMails,
  events: { shipped: ['orders'], shipment_changed: ['orders'], shipment_cancelled: ['orders'] },
  open: ({ database }) => ({ handlers: shipmentHandlers(database) }),
};
