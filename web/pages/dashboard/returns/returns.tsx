import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { OpenReturnState, Return, ReturnAnswer } from '#contract/returns.ts';
import { LONGEST_REASON } from '#contract/text-limits.ts';
import { changed } from '../../../changed.ts';
import { inPages, listOf } from '../../../long-list.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { callAsUser, callForPageAsUser } from '../../../user-calls.ts';
import { RETURN_WORDS } from '../purchase/on-the-way.tsx';
import { ReceiveDialog } from '../purchase/ship-dialogs.tsx';
import { readState, returnsPath } from './path.ts';
import { ReturnPictures } from './return-pictures.tsx';

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
      <LoadedList list={list} what="the returns" empty={<p className="sheet p-6 text-muted">{view.empty}</p>}>
        {(returns) => (
          <ul className="grid gap-4">
            {returns.map((one) => (
              <li key={one._id} className="sheet p-5">
                <ReturnCard
                  one={one}
                  onAnswer={(state) => setAnswering({ one, state })}
                  onReceive={() => setReceiving(one)}
                />
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
      {answering && <Answer {...answering} onClose={() => setAnswering(undefined)} />}
      {receiving && <ReceiveDialog one={receiving} onClose={() => setReceiving(undefined)} />}
    </>
  );
}

interface CardProps {
  one: Return;
  onAnswer: (state: State) => void;
  onReceive: () => void;
}

function ReturnCard({ one, onAnswer, onReceive }: CardProps) {
  const isAsked = one.state === 'asked';
  return (
    <>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h2 className="text-base">
          <Link to={`/dashboard/purchases/${one.purchaseId}`} className="num text-link">
            {one.purchaseNumber}
          </Link>
          , <bdi>{one.name}</bdi>
        </h2>
        <p className="text-muted text-sm">
          {isAsked ? 'Asked for' : `${RETURN_WORDS[one.state]}, asked for`} {formatMoment(one.askedAt)}
        </p>
        <div className="ms-auto flex flex-wrap gap-2">
          {isAsked && (
            <>
              <CardButton label="Accept" of={one} onClick={() => onAnswer('accepted')} />
              <CardButton label="Decline" of={one} onClick={() => onAnswer('declined')} />
            </>
          )}
          <CardButton label="Receive" of={one} onClick={onReceive} />
          {!isAsked && <CardButton label="Close" of={one} onClick={() => onAnswer('closed')} />}
        </div>
      </div>
      <ul className="text-sm">
        {one.lines.map(({ orderId, productName, quantity, received, reason }) => (
          <li key={orderId}>
            {formatCount(quantity)} × <span {...inCatalogue}>{productName}</span>
            {received > 0 && `, ${formatCount(received)} came back`}
            <bdi className="text-muted">: {reason}</bdi>
          </li>
        ))}
      </ul>
      <ReturnPictures one={one} mayAdd={false} />
    </>
  );
}

function CardButton({ label, of, onClick }: { label: string; of: Return; onClick: () => void }) {
  return (
    <button type="button" className="btn btn-quiet btn-sm" onClick={onClick}>
      {label}
      <span className="sr-only"> the return of {of.purchaseNumber}</span>
    </button>
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
