import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { countOf } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { inPages, listOf } from '../../../long-list.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { callForFileAsUser, callForPageAsUser } from '../../../user-calls.ts';
import { useCan } from '../role.ts';
import { EntryRow, LOG_COLUMNS } from './entries.tsx';
import { type LogFilter, logPath, readFilter, VIEWS } from './filter.ts';
import { FilterForm } from './filter-form.tsx';

/** The log, newest first. */
const log = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['log', filter],
    queryFn: ({ pageParam, signal }) =>
      callForPageAsUser('listEvents', { query: { ...filter, ...pageParam } }, { signal }),
    ...inPages(),
    staleTime: 0,
    // Until the shop has counted a very long log.
    refetchInterval: ({ state: { data } }) => data && !listOf(data).isCounted && COUNTED_AGAIN_MS,
  });

const COUNTED_AGAIN_MS = 10_000;

export const handle: PageHandle = { title: 'Log', may: 'log.read' };

/** The log of the shop, newest first. The filter is in the address. */
export default function Log() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const list = useInfiniteQuery(log(filter));
  const { entries, total, isCounted } = listOf(list.data);
  return (
    <>
      <PageTitle>Log</PageTitle>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h1>Log</h1>
        <p role="status" className="num text-muted">
          {list.data && isCounted && countOf(total, 'entry', 'entries')}
        </p>
        <div className="ms-auto">
          <ExportButton file="log.csv" read={() => callForFileAsUser('listEvents', { query: filter })} />
        </div>
      </div>
      <Views filter={filter} />
      <FilterForm key={search.toString()} filter={filter} />
      {filter.product && <StockOf id={filter.product} name={entries[0]?.productName} />}
      <ListTable
        list={list}
        what="the log"
        columns={LOG_COLUMNS}
        empty={<p className="sheet p-6 text-muted">Nothing in the log matches. Remove a filter.</p>}
      >
        {(entry) => <EntryRow key={entry._id} entry={entry} />}
      </ListTable>
    </>
  );
}

/** One link for each kind of entry. The other filters stay. */
function Views({ filter }: { filter: LogFilter }) {
  const isAll = useCan()('log.readAll');
  const views = VIEWS.filter(({ forStaff }) => isAll || forStaff).map(({ kind, label }) => ({
    label,
    to: logPath({ ...filter, kind }),
    isCurrent: filter.kind === kind,
  }));
  return <ViewLinks label="Kinds of entries" views={views} isOneLine />;
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
