import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import { LONGEST_SEARCH } from '#contract/kernel/text-limits.ts';
import { MOST_COUNTED, type StockLevel } from '#contract/stock/schema.ts';
import { categories as categoriesQuery } from '../../../../queries.ts';
import { SearchField } from '../../../../shell/search-field.tsx';
import { ActionButton } from '../../../../ui/action-button.tsx';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { refusalOf } from '../../../../ui/submission.ts';
import { callForPageAsUser } from '../../../../user-calls.ts';
import { readFilter } from '../filter.ts';
import { NarrowStock } from '../narrow-stock.tsx';
import type { StockNarrowing } from '../queries.ts';
import { keepSheet } from './kept-sheet.ts';
import { newSheet } from './sheet.ts';

/** Chooses what is counted. The address has what it is narrowed by. */
export function ChooseParts() {
  const [search] = useSearchParams();
  const { short: _, ...filter } = readFilter(search);
  const categories = useQuery(categoriesQuery);
  const count = useQuery({
    queryKey: ['stock', 'count', filter],
    queryFn: ({ signal }) => callForPageAsUser('listStock', { query: { ...filter, limit: '1' } }, { signal }),
    staleTime: 0,
  });
  const total = count.data?.total;
  const begin = useMutation({
    mutationFn: () => readAll(filter),
    onSuccess: (levels) => keepSheet(newSheet(aboutOf(filter, categories.data ?? []), levels, new Date())),
  });
  const tooMany = total !== undefined && total > MOST_COUNTED;
  return (
    <div className="sheet grid gap-4 p-5">
      <p className="max-w-2xl text-muted text-sm">
        Choose what you count, by bin, category or words. You can then print a sheet in the order of the bins,
        without numbers, and enter what was counted. Nothing is booked before you have seen the differences.
      </p>
      <NarrowStock filter={filter} categories={categories.data ?? []}>
        <SearchField
          label="Find parts"
          placeholder="SKU, EAN, name"
          maxLength={LONGEST_SEARCH}
          isCostly
          isLabelled
        />
      </NarrowStock>
      <p role="status" className="num">
        {total !== undefined && howMany(total)}
      </p>
      <div>
        <ActionButton
          kind="primary"
          busy={begin.isPending}
          disabled={!total || tooMany}
          onClick={() => begin.mutate()}
        >
          Start counting
        </ActionButton>
      </div>
      <FormProblem problem={begin.error && refusalOf(begin.error)} attempt={begin.failureCount} />
    </div>
  );
}

function howMany(total: number): string {
  if (total === 0) return 'No part matches. Try another bin, category or words.';
  if (total > MOST_COUNTED)
    return `${formatCount(total)} parts match. One stock-take has ${formatCount(MOST_COUNTED)} at most: choose a bin or a category.`;
  return countOf(total, 'part');
}

/** Reads all levels, in the order of the bins. */
async function readAll(filter: StockNarrowing): Promise<StockLevel[]> {
  const levels: StockLevel[] = [];
  for (;;) {
    const query = { ...filter, sort: 'bin' as const, limit: '100', after: levels.at(-1)?._id };
    const { entries } = await callForPageAsUser('listStock', { query });
    levels.push(...entries);
    if (entries.length < 100 || levels.length >= MOST_COUNTED) return levels;
  }
}

/** 'Bin A-01, Memory, “32 GB”' */
function aboutOf({ bin, category, q }: StockNarrowing, categories: { slug: string; name: string }[]): string {
  const name = categories.find(({ slug }) => slug === category)?.name;
  const parts = [bin && `Bin ${bin.toUpperCase()}`, name, q && `“${q}”`].filter(Boolean);
  return parts.join(', ') || 'All parts';
}
