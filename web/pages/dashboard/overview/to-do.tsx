import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#contract/days.ts';
import type { Overview } from '#contract/desk.ts';
import { formatCount, formatMoney } from '#contract/money.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { allOrdersPath } from '../all-orders/filter.ts';
import { disputesPath } from '../disputes/views.ts';
import { returnsPath } from '../returns/path.ts';

/** What staff have to do now. Each box leads to the list of exactly what it counts. */
export function ToDo({ toDo }: { toDo: Overview['toDo'] }) {
  const {
    unshipped,
    returnsAsked,
    returnsExpected,
    refundsOwed,
    refundsDue,
    paymentsToAnswer,
    cancelsAsked,
  } = toDo;
  const { short, imports, mails } = toDo;
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do" className="mb-3">
        To do now
      </h2>
      <ul className="to-do">
        <Box
          count={unshipped.count}
          label="to ship"
          to={allOrdersPath({ unshipped: 'yes' })}
          calm="Everything that is paid has left."
        >
          Orders of {formatMoney(unshipped.total ?? 0)}
          {unshipped.oldestPaidAt && `, the first paid ${formatMoment(unshipped.oldestPaidAt)}`}
        </Box>
        <Box
          count={unshipped.overdue}
          label="overdue"
          to={allOrdersPath({ unshipped: 'overdue' })}
          calm="Nothing waits for too long."
          isBad
        >
          Paid before {formatDay(unshipped.overdueBefore)} and not shipped
        </Box>
        <Box
          count={returnsAsked.count}
          label={returnsAsked.count === 1 ? 'return to answer' : 'returns to answer'}
          to={returnsPath('asked')}
          calm="Nobody waits for an answer to a return."
        >
          Buyers ask to send pieces back
        </Box>
        <Box
          count={returnsExpected.count}
          label={returnsExpected.count === 1 ? 'return expected' : 'returns expected'}
          to={returnsPath('accepted')}
          calm="No pieces are on their way back."
        >
          Accepted, and not all of it has come back
        </Box>
        <Box
          count={refundsOwed.count}
          label={refundsOwed.count === 1 ? 'order to refund' : 'orders to refund'}
          to={allOrdersPath({ refund: 'owed' })}
          calm="No pieces came back that are not refunded."
        >
          Pieces came back, and their money has not gone back
        </Box>
        <Box
          count={cancelsAsked.count}
          label={cancelsAsked.count === 1 ? 'order to cancel' : 'orders to cancel'}
          to={allOrdersPath({ refund: 'asked' })}
          calm="No buyer asks to cancel an order."
        >
          Their buyers ask for it: refund them, or say why not
        </Box>
        <Box
          count={refundsDue.count}
          label={refundsDue.count === 1 ? 'refund due' : 'refunds due'}
          to={disputesPath('refunds')}
          calm="No refund waits for the payment provider."
        >
          Not confirmed by the payment provider yet
        </Box>
        <Box
          count={paymentsToAnswer.count}
          label={paymentsToAnswer.count === 1 ? 'payment to answer' : 'payments to answer'}
          to={disputesPath()}
          calm="No bank and no refund asks for an answer."
          isBad
        >
          Disputes and refused refunds
        </Box>
        <Box
          count={short.count}
          label={short.count === 1 ? 'part runs out' : 'parts run out'}
          to="/dashboard/stock?short=1"
          calm="No part is below its reorder point."
        >
          Below their reorder points
        </Box>
        <Box
          count={imports.count}
          label={imports.count === 1 ? 'import with problems' : 'imports with problems'}
          to="/dashboard/imports?problems=yes"
          calm="No import waits with wrong rows."
        >
          Failed, or waiting with wrong rows
        </Box>
        <Box
          count={mails.count}
          label={mails.count === 1 ? 'mail not sent' : 'mails not sent'}
          to="/dashboard/mails"
          calm="Every mail has gone out."
        >
          Tried again later, or given up
        </Box>
      </ul>
    </section>
  );
}

interface BoxProps {
  count: number;
  label: string;
  to: string;
  /** Said instead when there is nothing to do. */
  calm: string;
  /** Shown in red when there is something. */
  isBad?: boolean;
  children: ReactNode;
}

function Box({ count, label, to, calm, isBad = false, children }: BoxProps) {
  const tone = count === 0 ? 'text-muted' : isBad ? 'text-error' : '';
  return (
    <li>
      <Link to={to} className="sheet to-do-box">
        <span className={`flex items-baseline gap-2 ${tone}`}>
          <strong className="num text-xl leading-7">{formatCount(count)}</strong>
          <span className="font-medium text-sm">{label}</span>
        </span>
        <span className="num text-muted text-xs">{count === 0 ? calm : children}</span>
      </Link>
    </li>
  );
}
