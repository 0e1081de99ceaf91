import type { Rows } from '../row.ts';

export const statusRows: Rows<'getConfig' | 'listEvents' | 'getHealth' | 'getReadiness' | 'getMetrics'> = {
  getConfig: { who: 'anyone' },
  listEvents: { who: 'staff' },
  getHealth: { who: 'anyone' },
  getReadiness: { who: 'anyone' },
  // The tests ask on the server's own machine: `monitors.test.ts` is about everybody else.
  getMetrics: { who: 'anyone' },
};
