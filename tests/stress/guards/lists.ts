import type { Guard } from './guard.ts';

const LISTS = ['server/lists/lists.test.ts'];
const PLACED = ['server/orders/place-list.test.ts'];
const TABLES = 'server/database/migrations/0042-lists.sql';

/** The guards around carts and saved lists. */
export const listGuards: Guard[] = [
  {
    name: 'a line that was placed is not brought back by another device',
    file: 'server/lists/change.ts',
    code: 'lines.filter((_, n) => !gone.includes(ids[n]!))',
    without: 'lines',
    tests: PLACED,
  },
  {
    name: 'a device is told which of its lines were placed, also when it knows the newest version',
    file: 'server/lists/routes.ts',
    code: 'was === body.version && !gone',
    without: 'was === body.version',
    tests: PLACED,
  },
  {
    name: 'so many placed lines of somebody are remembered at most',
    file: 'server/lists/placed.ts',
    code: ['offset $', '{MOST_PLACED}'].join(''),
    without: 'offset 10000',
    tests: PLACED,
  },
  {
    name: 'somebody has so many lists at most',
    file: TABLES,
    code: 'check (lists between 0 and 200)',
    without: 'check (lists between 0 and 300)',
    tests: LISTS,
  },
  {
    name: 'a list has so many lines at most',
    file: TABLES,
    code: 'check (line_count between 0 and 5000)',
    without: 'check (line_count between 0 and 6000)',
    tests: LISTS,
  },
  {
    name: 'the lists of somebody hold so many bytes at most',
    file: TABLES,
    code: 'check (list_bytes between 0 and 20971520)',
    without: 'check (list_bytes >= 0)',
    tests: LISTS,
  },
  {
    name: 'who has the key of a list takes nobody a place to wait',
    file: 'server/lists/routes.ts',
    code: 'news.wait(list.id, caller.userId,',
    without: "news.wait(list.id, '',",
    tests: LISTS,
  },
  {
    name: 'requests that wait in turns are rate limited',
    file: 'server/lists/routes.ts',
    code: "if (news.isFull(list.id, caller.userId)) await limits.count('wait', trier);",
    without: '',
    tests: LISTS,
  },
  {
    name: 'there is one cart',
    file: TABLES,
    code: 'create unique index lists_one_cart',
    without: 'create index lists_one_cart',
    tests: LISTS,
  },
  {
    name: 'a list of somebody else is opened by its key only',
    file: 'server/lists/queries.ts',
    code: "eb('share_key', '=', key)",
    without: "eb('share_key', 'is not', null)",
    tests: LISTS,
  },
  {
    name: 'a change of a line leaves its other fields',
    file: 'server/lists/change.ts',
    code: '= any(given.changed)',
    without: "<> ''",
    tests: LISTS,
  },
  {
    name: 'who reads a large list again and again waits for themselves',
    file: 'server/lists/routes.ts',
    code: "return limits.share('readList', trier, () => heavy(() => listLines(db, id)));",
    without: 'return heavy(() => listLines(db, id));',
    tests: LISTS,
  },
  {
    name: 'a list as a file is for its owner, and for whoever has its key',
    file: 'server/lists/routes.ts',
    code: 'linesOf(await read(params.id, reach, key), trier)',
    without: 'linesOf({ id: params.id, bytes: 0 } as StoredList, trier)',
    tests: ['server/lists/export.test.ts'],
  },
  {
    name: 'a list of any length is saved in calls that the shop takes',
    file: 'web/lists/save-list.ts',
    code: ' && bytes + size <= most.bytes',
    without: '',
    tests: ['web/lists/save-list.test.ts'],
  },
];
