import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { PurchaseDetail, PurchaseEvent } from '#contract/purchases/schema.ts';
import { statusOf } from '../../../api-problem.ts';
import { purchase as purchaseQuery } from '../../../buyer-queries.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDate, formatMoment } from '../../../ui/dates.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { callForFileAsUser } from '../../../user-calls.ts';
import { Approval } from '../approvals/approval.tsx';
import { OrderElsewhere } from '../companies/order-elsewhere.tsx';
import { logPath } from '../log/filter.ts';
import { ordersHome, TO_APPROVE } from '../menu-entries.ts';
import { PaidBadge } from '../paid-badge.tsx';
import { useCan } from '../role.ts';
import { SentBadge } from '../sent-badge.tsx';
import { WaitingBadge } from '../waiting-badge.tsx';
import { CancelWish } from './cancel-wish.tsx';
import { OnTheWay, sentOf } from './on-the-way.tsx';
import { PaymentTrouble } from './payment-trouble.tsx';
import { PurchaseActions } from './purchase-actions.tsx';
import { PurchaseFacts } from './purchase-facts.tsx';
import { PurchaseLines } from './purchase-lines.tsx';
import * as queries from './queries.ts';
import { stepsOf } from './steps.ts';
import './progress.css';
import { actorName } from '../../../ui/actor.ts';

const loadNoteForm = () => import('./note-form.tsx');

export const handle: PageHandle = { title: 'Order', shape: 'detail' };

/** The page of a purchase, for its buyer and for staff. */
export default function PurchasePage() {
  const { id = '' } = useParams();
  const query = useQuery(purchaseQuery(id));
  const orders = ordersHome(useCan());
  // Who decides goes back to what else waits for them.
  const home = query.data?.approvals?.isMine ? TO_APPROVE : orders;
  const number = query.data?.number;

  if (!query.data && statusOf(query.error) === 404) return <OrderElsewhere />;
  return (
    <>
      <PageTitle>{query.data ? `${number}, ${formatMoney(query.data.total)}` : 'Order'}</PageTitle>
      <Breadcrumb above={[home]} here={number ?? 'Order'} />
      {!query.data && <h1 className="mb-5">Order</h1>}
      <Loaded query={query} what="this order" shape="detail">
        {(purchase) => <Purchase key={purchase._id} purchase={purchase} />}
      </Loaded>
    </>
  );
}

function Purchase({ purchase }: { purchase: PurchaseDetail }) {
  const can = useCan();
  const { key } = useLocation();
  // Who decides looks at the lines next.
  const isToDecide = purchase.approvals?.isMine;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 tabIndex={-1} className="flex flex-wrap gap-x-3">
            {purchase.number} <span className="num font-normal">{formatMoney(purchase.total)}</span>
          </h1>
          <State purchase={purchase} />
          {(!purchase.refundedAt || purchase.shipping !== 'none') && <SentBadge sent={sentOf(purchase)} />}
        </div>
        {/* Anew with each address that leads here: what it names is opened. */}
        <PurchaseActions key={key} purchase={purchase} />
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-6">
          <Approval purchase={purchase} />
          <CancelWish purchase={purchase} />
          {can('payment.read') && <PaymentTrouble purchase={purchase} />}
          {!isToDecide && <Progress purchase={purchase} />}
          <PurchaseLines purchase={purchase} />
          {isToDecide && <Progress purchase={purchase} />}
          <OnTheWay purchase={purchase} />
          {can('purchase.note') && <AddNote purchaseId={purchase._id} />}
          <History purchase={purchase} />
        </div>
        <PurchaseFacts key={key} purchase={purchase} />
      </div>
    </>
  );
}

function State({ purchase }: { purchase: PurchaseDetail }) {
  if (purchase.paidAt) return <PaidBadge order={{ ...purchase, purchaseTotal: purchase.total }} />;
  if (purchase.approval) return <WaitingBadge approval={purchase.approval} />;
  if (purchase.state === 'accepted') return <span className="badge badge-neutral">Accepted, unpaid</span>;
  if (purchase.state === 'to_pay') return <span className="badge badge-neutral">Unpaid</span>;
  return <span className="badge badge-warning">Unpaid, expired</span>;
}

function History({ purchase }: { purchase: PurchaseDetail }) {
  const can = useCan();
  const history = useQuery(queries.purchaseHistory(purchase._id));
  return (
    <section aria-labelledby="history" className="sheet">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pt-4 pb-3">
        <h2 id="history" className="text-base">
          History
        </h2>
        {can('log.read') && <LogLinks number={purchase.number} />}
      </div>
      <Loaded query={history} what="the history">
        {(entries) => (
          <ol className="text-sm">
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
              <Entry key={index} entry={entry} of={purchase} />
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  );
}

function LogLinks({ number }: { number: string }) {
  return (
    <div className="ms-auto flex items-center gap-4">
      <Link to={logPath({ order: number })} className="text-link text-sm">
        Log
      </Link>
      <ExportButton
        file={`order-${number}.csv`}
        read={() => callForFileAsUser('listEvents', { query: { order: number } })}
      />
    </div>
  );
}

/** Names the lines that an entry is about. */
function OfLines({ entry, of }: { entry: PurchaseEvent; of: PurchaseDetail }) {
  const { lines, productName } = entry;
  if (!lines || (lines === 1 && of.lineCount === 1)) return null;
  return (
    <span className="font-normal text-muted">
      {' · '}
      {productName ? <bdi>{productName}</bdi> : `${formatCount(lines)} lines`}
    </span>
  );
}

/** What a purchase has come through, with dates, and what is next. */
function Progress({ purchase }: { purchase: PurchaseDetail }) {
  return (
    <ol aria-label="Progress of the order" className="sheet progress-steps">
      {stepsOf(purchase).map(({ label, at, isDone }) => (
        <li key={label} data-done={isDone}>
          <span className="font-medium">{label}</span>
          <span className="num text-muted text-xs">
            {at ? (
              <time dateTime={at} title={formatMoment(at)}>
                {formatDate(at)}
              </time>
            ) : (
              !isDone && 'Not yet'
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** An entry of the history: what happened, why, and who did it. */
function Entry({ entry, of }: { entry: PurchaseEvent; of: PurchaseDetail }) {
  return (
    <li className="grid gap-x-4 border-base-300 border-t px-5 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <time dateTime={entry.at} className="num text-muted">
        {formatMoment(entry.at)}
      </time>
      <div>
        <p className="font-medium">
          {entry.what}
          <OfLines entry={entry} of={of} />
        </p>
        {entry.why && <p dir="auto">{entry.why}</p>}
        <p className="text-muted text-xs">by {actorName(entry.who)}</p>
      </div>
    </li>
  );
}

/** Opens the form of a note, which few visits of an order need. */
function AddNote({ purchaseId }: { purchaseId: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useFocusLater(button);
  function close() {
    setOpen(false);
    focusButton();
  }
  return (
    <>
      {!isOpen && (
        <Button ref={button} className="screen-only justify-self-start" onClick={() => setOpen(true)}>
          Add a note
        </Button>
      )}
      {isOpen && (
        <OnDemand load={loadNoteForm} what="the form of a note" onClose={close}>
          {({ NoteForm }) => <NoteForm purchaseId={purchaseId} onClose={close} />}
        </OnDemand>
      )}
    </>
  );
}
