import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatCount } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { OpenReturnState } from '#contract/return-states.ts';
import { inPages, listOf } from '../../../long-list.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { callForPageAsUser } from '../../../user-calls.ts';
import { readState, returnsPath } from './path.ts';
import { useReturnActions } from './return-actions.tsx';
import { ReturnRow } from './return-row.tsx';

export const handle: PageHandle = { title: 'Returns', may: 'return.list' };

const openReturns = (state: OpenReturnState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['returns', 'open', state],
    queryFn: ({ pageParam, signal }) =>
      callForPageAsUser('listOpenReturns', { query: { ...pageParam, state } }, { signal }),
    ...inPages(),
    staleTime: 0,
  });

const VIEWS: { label: string; state?: OpenReturnState; empty: string }[] = [
  { label: 'All open', empty: "No return is open. Buyers ask for one on their order's page." },
  { label: 'To answer', state: 'asked', empty: 'Nobody waits for an answer.' },
  { label: 'Expected', state: 'accepted', empty: 'No pieces are on their way back.' },
];

const COUNTED = { all: 'open', asked: 'to answer', accepted: 'expected' };

const COLUMNS: Column[] = ['Order', 'What comes back', 'State', 'Asked for', 'Action'];

/** What buyers send back: to answer, and to receive. */
export default function Returns() {
  const [search] = useSearchParams();
  const state = readState(search);
  const view = VIEWS.find((one) => one.state === state)!;
  const list = useInfiniteQuery(openReturns(state));
  const { actionsOf, dialogs } = useReturnActions();
  return (
    <>
      <PageTitle>Returns</PageTitle>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4">
        <h1 tabIndex={-1}>Returns</h1>
        <p role="status" className="num text-muted">
          {list.data && `${formatCount(listOf(list.data).total)} ${COUNTED[state ?? 'all']}`}
        </p>
      </div>
      <ViewLinks
        label="Returns by state"
        views={VIEWS.map((one) => ({
          label: one.label,
          to: returnsPath(one.state),
          isCurrent: one === view,
        }))}
        isOneLine
      />
      <ListTable
        list={list}
        what="the returns"
        columns={COLUMNS}
        empty={<p className="sheet p-6 text-muted">{view.empty}</p>}
      >
        {(one) => <ReturnRow key={one._id} one={one} actions={actionsOf(one)} />}
      </ListTable>
      {dialogs}
    </>
  );
}
