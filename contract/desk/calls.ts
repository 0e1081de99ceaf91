import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { pageFields } from '../kernel/fields.ts';
import {
  DeskExportQuerySchema,
  DeskFilterSchema,
  DeskListQuerySchema,
  DeskPurchaseSchema,
  DeskSummarySchema,
  OverviewQuerySchema,
  OverviewSchema,
  StuckMailSchema,
} from './schema.ts';

const call = callsOf('Purchases');

/** The calls of staff's desk. */
export const deskCalls = {
  getOverview: call('GET /desk/overview', {
    may: 'desk.readOverview',
    tag: 'Shop',
    summary: 'What staff have to do now, and the figures of the last 90 days, by days of the shop',
    query: OverviewQuerySchema,
    output: OverviewSchema,
  }),
  listDeskPurchases: call('GET /desk/purchases', {
    may: 'desk.readPurchases',
    summary: 'Purchases of everybody for staff, found by any number, narrowed and sorted',
    query: DeskListQuerySchema,
    output: z.array(DeskPurchaseSchema),
  }),
  exportDeskPurchases: call('GET /desk/purchases/export', {
    may: 'desk.readPurchases',
    summary: 'The same purchases as a file: CSV, or XLSX by `format`',
    query: DeskExportQuerySchema,
    output: 'bytes',
    media: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  }),
  summarizeDeskPurchases: call('GET /desk/purchases/summary', {
    may: 'desk.readPurchases',
    summary:
      'How many purchases a filter finds, and for admins their sum; of many purchases only the first are counted',
    query: DeskFilterSchema,
    output: DeskSummarySchema,
  }),
  listStuckMails: call('GET /desk/mails', {
    may: 'desk.readOverview',
    tag: 'Shop',
    summary: 'Mails that could not be sent, newest first',
    query: z.object(pageFields),
    output: z.array(StuckMailSchema),
  }),
};
