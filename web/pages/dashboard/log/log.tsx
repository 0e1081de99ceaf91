import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { callForCsvAsUser } from '../../../account.ts';
import { type LogFilter, listOf, log } from '../../../queries.ts';
import { RequireAdmin } from '../../../session.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { DueRefunds } from './due-refunds.tsx';
import { Entries } from './entries.tsx';
import { logPath, readFilter, VIEWS } from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import { PaymentProblems } from './payment-problems.tsx';
import { PaymentsToAnswer } from './payments-to-answer.tsx';

export default function LogPage() {
  return (
    <RequireAdmin>
      <Log />
    </RequireAdmin>
  );
}

/** What happened in the shop, newest first. The filter stands in the address. */
function Log() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const list = useInfiniteQuery(log(filter));
  const { data, error, refetch } = list;
  const { entries, total } = listOf(data);
  return (
    <>
      <PageTitle>Log</PageTitle>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h1>Log</h1>
        <p role="status" className="num text-muted">
          {data && `${formatCount(total)} ${total === 1 ? 'entry' : 'entries'}`}
        </p>
        <div className="ms-auto">
          <ExportButton file="log.csv" read={() => callForCsvAsUser('listEvents', { query: filter })} />
        </div>
      </div>
      {showsProblems(filter) && <PaymentsToAnswer />}
      <Views filter={filter} />
      <FilterForm key={search.toString()} filter={filter} />
      {showsProblems(filter) && <PaymentProblems />}
      {filter.kind === 'reconciliation' && <DueRefunds />}
      {filter.product && <StockOf id={filter.product} name={entries[0]?.productName} />}
      {entries.length > 0 ? (
        <>
          <Entries entries={entries} />
          <ShowMore list={list} />
        </>
      ) : data ? (
        <p className="sheet p-6 text-muted">Nothing in the log matches. Remove a filter.</p>
      ) : error ? (
        <LoadProblem error={error} what="the log" retry={refetch} />
      ) : (
        <Spinner label="Loading the log" />
      )}
    </>
  );
}

/** Problems are shown beside reconciliation, and on the log without a filter, where every admin sees them. */
function showsProblems({ kind, ...filters }: LogFilter): boolean {
  return kind === 'reconciliation' || (!kind && Object.keys(filters).length === 0);
}

/** One link a kind of entry; the rest of the filter stays. */
function Views({ filter }: { filter: LogFilter }) {
  const views = VIEWS.map(({ kind, label }) => ({
    label,
    to: logPath({ ...filter, kind }),
    isCurrent: filter.kind === kind,
  }));
  return <ViewLinks label="Kinds of entries" views={views} />;
}

function StockOf({ id, name }: { id: string; name: string | undefined }) {
  return (
    <p className="mb-4 text-sm">
      Only entries of{' '}
      <Link to={`/dashboard/manageProducts/${id}`} className="text-link">
        {name ?? 'one product'}
      </Link>
      . Placed and paid orders, ended holds, refunds and what admins change move its stock.
    </p>
  );
}
