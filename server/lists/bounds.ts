import { MOST_LIST_BYTES, MOST_LIST_LINES, MOST_LISTS } from '#contract/lists/limits.ts';
import { Problem } from '../ground/handling/problem.ts';
import { explainRefused } from '../ground/handling/refused-change.ts';

/** Waits for a change of lists. Throws 409 when a CHECK of what somebody's lists come to has refused it. */
export const withinBounds = <T>(change: Promise<T>): Promise<T> =>
  explainRefused(change, {
    users_lists_bound: () => new Problem('too_many_lists', { most: MOST_LISTS }),
    lists_lines_bound: () => new Problem('lists_full', { what: 'lines', most: MOST_LIST_LINES }),
    users_list_bytes_bound: () => new Problem('lists_full', { what: 'bytes', most: MOST_LIST_BYTES }),
  });
