import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { countOf } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { listOf } from '../../../long-list.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { callForFileAsUser } from '../../../user-calls.ts';
import { ListPage } from '../kit/list-page.tsx';
import { pagesOf } from '../kit/pages-of.ts';
import { useCan } from '../role.ts';
import { LOG_COLUMNS } from './entries.tsx';
import { logPath, readFilter, VIEWS } from './filter.ts';
import { FilterForm } from './filter-form.tsx';

const COUNTED_AGAIN_MS = 10_000;

export const handle: PageHandle = { title: 'Log', may: 'log.read' };

/** The log of the shop, newest first. The filter is in the address. */
export default function Log() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const list = useInfiniteQuery({
    ...pagesOf(['log', filter], 'listEvents', { query: filter }),
    staleTime: 0,
    // Until the shop has counted a very long log.
    refetchInterval: ({ state: { data } }) => data && !listOf(data).isCounted && COUNTED_AGAIN_MS,
  });
  const { entries } = listOf(list.data);
  const isAll = useCan()('log.readAll');
  return (
    <ListPage
      title="Log"
      countText={(total, isCounted) => isCounted && countOf(total, 'entry', 'entries')}
      tools={
        <div className="ms-auto">
          <ExportButton file="log.csv" read={() => callForFileAsUser('listEvents', { query: filter })} />
        </div>
      }
      views={{
        label: 'Kinds of entries',
        isOneLine: true,
        // One for each kind of entry. The other filters stay.
        views: VIEWS.filter(({ forStaff }) => isAll || forStaff).map(({ kind, label }) => ({
          label,
          to: logPath({ ...filter, kind }),
          isCurrent: filter.kind === kind,
        })),
      }}
      list={list}
      what="the log"
      columns={LOG_COLUMNS}
      empty="Nothing in the log matches. Remove a filter."
    >
      <FilterForm key={search.toString()} filter={filter} />
      {filter.product && <StockOf id={filter.product} name={entries[0]?.productName} />}
    </ListPage>
  );
}

function StockOf({ id, name }: { id: string; name: string | undefined }) {
  return (
    <p className="mb-4 text-sm">
      Only entries of{' '}
      <Link to={`/dashboard/manageProducts/${id}`} className="text-link">
        {name ?? 'one product'}
      </Link>
      . Placed and paid orders, ended holds, refunds and what staff changes move its stock.
    </p>
  );
}
