import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatCount } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { OpenReturnState } from '#contract/return-states.ts';
import type { Return, ReturnAnswer } from '#contract/returns.ts';
import { LONGEST_REASON } from '#contract/text-limits.ts';
import { changed } from '../../../changed.ts';
import { inPages, listOf } from '../../../long-list.ts';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { callAsUser, callForPageAsUser } from '../../../user-calls.ts';
import { ReceiveDialog } from '../purchase/ship-dialogs.tsx';
import { readState, returnsPath } from './path.ts';
import { ReturnRow } from './return-row.tsx';

export const handle: PageHandle = { may: 'return.list' };

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

type State = ReturnAnswer['state'];

/** What buyers send back: to answer, and to receive. */
export default function Returns() {
  const [search] = useSearchParams();
  const state = readState(search);
  const view = VIEWS.find((one) => one.state === state)!;
  const list = useInfiniteQuery(openReturns(state));
  const [answering, setAnswering] = useState<{ one: Return; state: State }>();
  const [receiving, setReceiving] = useState<Return>();
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
        {(one) => (
          <ReturnRow
            key={one._id}
            one={one}
            onAnswer={(state) => setAnswering({ one, state })}
            onReceive={() => setReceiving(one)}
          />
        )}
      </ListTable>
      {answering && <Answer {...answering} onClose={() => setAnswering(undefined)} />}
      {receiving && <ReceiveDialog one={receiving} onClose={() => setReceiving(undefined)} />}
    </>
  );
}

const ANSWERS: Record<State, { title: string; action: string; said: string; field: string }> = {
  accepted: {
    title: 'Accept this return?',
    action: 'Accept',
    said: 'Accepted',
    field: 'Where to send them (optional)',
  },
  declined: { title: 'Decline this return?', action: 'Decline', said: 'Declined', field: 'Why' },
  closed: { title: 'Close this return?', action: 'Close', said: 'Closed', field: 'Why (optional)' },
};

function Answer({ one, state, onClose }: { one: Return; state: State; onClose: () => void }) {
  const client = useQueryClient();
  const [answer, setAnswer] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { title, action, said, field } = ANSWERS[state];
  async function send() {
    setBusy(true);
    try {
      await callAsUser('answerReturn', { params: { id: one._id }, body: { state, answer } });
      toast.success(`${said}, and told to the buyer`);
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
      changed(client, 'purchase');
    }
  }
  return (
    <ConfirmDialog
      title={title}
      action={action}
      warns={state !== 'accepted'}
      busy={isBusy}
      problem={problem}
      onConfirm={send}
      onClose={onClose}
    >
      {one.name} gets a mail with your answer.
      <TextField
        label={field}
        className="mt-3"
        maxLength={LONGEST_REASON}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
    </ConfirmDialog>
  );
}
