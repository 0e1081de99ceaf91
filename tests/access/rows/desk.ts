import type { DeskCalls } from '../../../server/desk/routes.ts';
import type { Rows } from '../row.ts';

export const deskRows: Rows<DeskCalls> = {
  getOverview: { who: 'admins' },
  listDeskPurchases: { who: 'staff' },
  exportDeskPurchases: { who: 'staff' },
  summarizeDeskPurchases: { who: 'staff' },
  listStuckMails: { who: 'admins' },
};
