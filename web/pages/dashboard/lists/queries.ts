import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { List } from '#contract/lists/schema.ts';
import { MOST_MATCHED } from '#contract/matching/limits.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import { askLines } from '../../../basket/matching/ask-lines.ts';
import { type Asked, askedOf, firstCall } from '../../../basket/matching/asked.ts';
import { userQuery } from '../../../user-query.ts';

/** The saved lists and the cart, the last changed first. */
export const lists = userQuery(['lists', 'all'], 'listLists', {}, { staleTime: 0 });

/** One list with its lines. With a key one that somebody else has shared. */
export const list = (id: string, key: string | undefined) =>
  userQuery(['lists', 'one', id, key ?? ''], 'getList', { params: { id }, query: { key } }, { staleTime: 0 });

/** The parts that the lines of a list name, as they are today, by `partKey`: without those that are not on sale. */
export const partsOf = ({ _id, version, lines = [] }: List) =>
  queryOptions({
    queryKey: ['lists', 'parts', _id, version],
    queryFn: async ({ signal }) => {
      const parts = new Map<string, LinePart>();
      const asked = new Map(lines.flatMap((line) => askedOf(line) ?? []).map((one) => [one.partKey, one]));
      let left: Asked[] = [...asked.values()];
      while (left.length > 0) {
        const call = firstCall(left, MOST_MATCHED);
        const matches = await askLines(
          call.map(({ ask }) => ask),
          { signal },
        );
        for (const [n, { match, product }] of matches.entries())
          if (match === 'exact' && product) parts.set(call[n]!.partKey, product);
        left = left.slice(call.length);
      }
      return parts;
    },
    placeholderData: keepPreviousData,
  });
