import type { Guard } from './guard.ts';

const LISTS = ['server/lists/lists.test.ts'];
const PLACED = ['server/orders/place-list.test.ts'];

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
