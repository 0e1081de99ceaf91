import type { Guard } from './guard.ts';

const TESTS = ['server/archive/archive.test.ts'];
const ARCHIVE = 'server/archive/archive.ts';

/** The guards around months of the log that move to files. */
export const archiveGuards: Guard[] = [
  {
    name: 'nothing is removed from the log that the file does not have',
    file: ARCHIVE,
    code: '  if (!isSame(written, here))',
    without: '  if (false)',
    tests: TESTS,
  },
  {
    name: 'the rest of a month is not removed when its file is gone',
    file: ARCHIVE,
    code: '      if (noted) await requireFile(noted, options);\n      else',
    without: '      if (!noted)',
    tests: TESTS,
  },
  {
    name: 'archived entries stay in the sums of the stock',
    file: ARCHIVE,
    code: 'balance = archived_stock.balance + excluded.balance',
    without: 'balance = archived_stock.balance',
    tests: TESTS,
  },
  {
    name: 'the ledger begins with what was archived',
    file: 'server/stock/ledger.ts',
    code: 'coalesce((select balance from',
    without: 'coalesce((select 0 from',
    tests: TESTS,
  },
  {
    name: 'one run archives at a time',
    file: ARCHIVE,
    code: '    if (!rows[0].is) throw',
    without: '    if (false) throw',
    tests: TESTS,
  },
  {
    name: 'counts stay in the log',
    file: 'server/archive/entries.ts',
    code: `"kind = 'stock_counted'"`,
    without: `"kind = 'none'"`,
    tests: TESTS,
  },
  {
    name: 'an archived month is what was noted of it',
    file: 'server/archive/audit.ts',
    code: 'isSame(found, month) ? []',
    without: 'true ? []',
    tests: TESTS,
  },
];
