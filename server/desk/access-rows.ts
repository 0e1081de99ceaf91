import type { Rows } from '../../tests/access/row.ts';
import type { DeskCalls } from './routes.ts';

export const deskRows: Rows<DeskCalls> = {
  getOverview: { who: 'admins' },
  listDeskPurchases: { who: 'staff' },
  exportDeskPurchases: { who: 'staff' },
  summarizeDeskPurchases: { who: 'staff' },
  listStuckMails: { who: 'admins' },
};
