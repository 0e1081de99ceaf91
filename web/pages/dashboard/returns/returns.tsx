import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatCount } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { OpenReturnState } from '#contract/returns/states.ts';
import { ListPage } from '../kit/list-page.tsx';
import { pagesOf } from '../kit/pages-of.ts';
import { readState, returnsPath } from './path.ts';
import { useReturnActions } from './return-actions.tsx';
import { COLUMNS } from './return-columns.tsx';

export const handle: PageHandle = { title: 'Returns', may: 'return.list' };

const VIEWS: { label: string; state?: OpenReturnState; empty: string }[] = [
  { label: 'All open', empty: "No return is open. Buyers ask for one on their order's page." },
  { label: 'To answer', state: 'asked', empty: 'Nobody waits for an answer.' },
  { label: 'Expected', state: 'accepted', empty: 'No pieces are on their way back.' },
];

const COUNTED = { all: 'open', asked: 'to answer', accepted: 'expected' };

/** What buyers send back: to answer, and to receive. */
export default function Returns() {
  const [search] = useSearchParams();
  const state = readState(search);
  const view = VIEWS.find((one) => one.state === state)!;
  const list = useInfiniteQuery({
    ...pagesOf(['returns', 'open', state], 'listOpenReturns', { query: { state } }),
    staleTime: 0,
  });
  const { actionsOf, dialogs } = useReturnActions();
  return (
    <>
      <ListPage
        title="Returns"
        countText={(total) => `${formatCount(total)} ${COUNTED[state ?? 'all']}`}
        views={{
          label: 'Returns by state',
          isOneLine: true,
          views: VIEWS.map((one) => ({
            label: one.label,
            to: returnsPath(one.state),
            isCurrent: one === view,
          })),
        }}
        list={list}
        what="the returns"
        columns={[...COLUMNS, { heading: 'Action', cellClass: 'action', cell: actionsOf }]}
        empty={view.empty}
      />
      {dialogs}
    </>
  );
}
