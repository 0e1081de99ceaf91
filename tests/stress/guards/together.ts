import type { Guard } from './guard.ts';

const PLACE = 'server/purchases/insert.ts';
const LOCKS = ['server/purchases/locks.test.ts'];
const TOGETHER = ['server/purchases/insert.test.ts'];

/** Guards of what is done at the same time: orders of one statement, and the order of locks. */
export const togetherGuards: Guard[] = [
  {
    name: 'orders placed together lock their products, and in one order',
    file: PLACE,
    code: '      order by id for no key update\n    ), expected as materialized (',
    without: '    ), expected as materialized (',
    tests: TOGETHER,
  },
  {
    name: 'orders placed together lock what is expected, and in one order',
    file: PLACE,
    code: '      order by id for no key update\n    ), priced as (',
    without: '    ), priced as (',
    tests: TOGETHER,
  },
  {
    name: 'orders placed together count what those before them take',
    file: PLACE,
    code: ' over (partition by source order by nth, line_no) as upto',
    without: ' over (partition by source, nth order by line_no) as upto',
    tests: TOGETHER,
  },
  {
    name: 'orders placed together count those of the same buyer',
    file: PLACE,
    code: 'window before as (partition by user_id, refusal is null order by nth)',
    without: 'window before as (partition by user_id, nth)',
    tests: TOGETHER,
  },
  {
    name: 'the key of a repeat is looked up, not found among all keys',
    file: PLACE,
    code: '          limit 1\n',
    without: '',
    tests: ['server/database/statements.test.ts'],
  },
  {
    name: 'statements find their rows by an index while tables are small',
    file: 'server/database/client.ts',
    code: "  enable_seqscan: 'off',\n",
    without: '',
    tests: ['server/database/statements.test.ts'],
  },
  {
    name: 'what one order is refused for does not refuse those placed with it',
    file: 'server/database/gather.ts',
    code: 'if (some.length > 1 && isForAnItem(error))',
    without: 'if (false)',
    tests: ['server/database/gather.test.ts'],
  },
  {
    name: 'an order that came behind one that is refused is tried again',
    file: 'server/purchases/place.ts',
    code: "    if (verdict.verdict === 'crowded') continue;\n",
    without: '',
    tests: ['server/purchases/place.test.ts'],
  },
  {
    name: 'what may have been done is not done again',
    file: 'server/database/gather.ts',
    code: ' && isForAnItem(error)',
    without: '',
    tests: ['server/database/gather.test.ts'],
  },
  {
    name: 'an order takes its buyer before its product',
    file: PLACE,
    code: ' and (select count(*) from buyers) > 0',
    without: '',
    tests: LOCKS,
  },
  {
    name: 'whoever changes a purchase takes the buyer before the product',
    file: 'server/purchases/state.ts',
    code: ' for no key update\n    )\n    select purchases.user_id',
    without: '\n    )\n    select purchases.user_id',
    tests: LOCKS,
  },
  {
    name: 'what PostgreSQL ended because of others is done again',
    file: 'server/database/transact.ts',
    code: 'tried >= TRIES || !wasInTheWay(error)',
    without: 'tried > 0',
    tests: ['server/database/transact.test.ts'],
  },
  {
    name: 'a line is not refused for what a refused line asked for',
    file: 'server/purchases/refuse.ts',
    code: '    if (verdict) return',
    without: '    taken.set(judged.productId, ofProduct + judged.quantity);\n    if (verdict) return',
    tests: ['server/purchases/buyers.test.ts'],
  },
  {
    name: 'the same request twice in a statement is placed once',
    file: PLACE,
    code: "        when is_again then 'crowded'\n",
    without: '',
    tests: TOGETHER,
  },
  {
    name: 'what is refused is in the way of nobody',
    file: PLACE,
    code: 'from judged join weighed using (nth) where weighed.refusal is null',
    without: 'from judged join weighed using (nth)',
    tests: TOGETHER,
  },
  {
    name: 'a purchase of many lines is no part of a larger statement',
    file: 'server/database/gather.ts',
    code: '      if (count > 0 && weight > MOST) break;\n',
    without: '',
    tests: ['server/database/gather.test.ts'],
  },
];
