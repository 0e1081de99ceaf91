import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Overview } from '#contract/desk/schema.ts';
import { formatDay } from '#contract/kernel/days.ts';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { companiesPath } from '../all-companies/path.ts';
import { allOrdersPath } from '../all-orders/filter.ts';
import { disputesPath } from '../disputes/views.ts';
import { returnsPath } from '../returns/path.ts';

interface Task {
  count: number;
  label: string;
  to: string;
  /** Said instead when there is nothing to do. */
  calm: string;
  about: ReactNode;
  /** Shown in red. */
  isBad?: boolean;
}

/** What staff have to do now. Each box leads to the list of exactly what it counts; what is not to be done is one line together. */
export function ToDo({ toDo }: { toDo: Overview['toDo'] }) {
  const tasks = tasksOf(toDo);
  const waiting = tasks.filter(({ count }) => count > 0);
  const calm = tasks.filter(({ count }) => count === 0).map((task) => task.calm);
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do" className="mb-3">
        To do now
      </h2>
      {waiting.length > 0 && (
        <ul className="to-do">
          {waiting.map((task) => (
            <Box key={task.to} {...task} />
          ))}
        </ul>
      )}
      {calm.length > 0 && (
        <p className="mt-3 text-muted text-sm">
          {waiting.length === 0
            ? 'Nothing to do: every order, return and payment is taken care of.'
            : `${calm.join('. ')}.`}
        </p>
      )}
    </section>
  );
}

function tasksOf(toDo: Overview['toDo']): Task[] {
  const { unshipped, returnsAsked, returnsExpected, refundsOwed, refundsDue, paymentsToAnswer } = toDo;
  const { cancelsAsked, short, companiesWaiting, imports, mails } = toDo;
  const { count, total = 0, overdue, overdueBefore, oldestPaidAt } = unshipped;
  return [
    {
      count,
      label: 'to ship',
      to: allOrdersPath({ unshipped: 'yes' }),
      calm: 'Nothing to ship',
      about: `Orders of ${formatMoney(total)}${oldestPaidAt ? `, the first paid ${formatMoment(oldestPaidAt)}` : ''}`,
    },
    {
      count: overdue,
      label: 'overdue',
      to: allOrdersPath({ unshipped: 'overdue' }),
      calm: 'Nothing overdue',
      about: `Paid before ${formatDay(overdueBefore)} and not shipped`,
      isBad: true,
    },
    {
      ...counted(returnsAsked, 'return to answer', 'returns to answer'),
      to: returnsPath('asked'),
      calm: 'No returns to answer',
      about: 'Buyers asked to return parts',
    },
    {
      ...counted(returnsExpected, 'return expected', 'returns expected'),
      to: returnsPath('accepted'),
      calm: 'No returns expected',
      about: 'Accepted, not all received yet',
    },
    {
      ...counted(refundsOwed, 'order to refund', 'orders to refund'),
      to: allOrdersPath({ refund: 'owed' }),
      calm: 'Nothing to refund',
      about: 'Received back, not refunded yet',
    },
    {
      ...counted(cancelsAsked, 'order to cancel', 'orders to cancel'),
      to: allOrdersPath({ refund: 'asked' }),
      calm: 'No orders to cancel',
      about: 'Buyers asked to cancel: refund them, or say why not',
    },
    {
      ...counted(refundsDue, 'refund due', 'refunds due'),
      to: disputesPath('refunds'),
      calm: 'No refunds waiting',
      about: 'Not confirmed by the payment provider yet',
    },
    {
      ...counted(paymentsToAnswer, 'payment to answer', 'payments to answer'),
      to: disputesPath(),
      calm: 'No disputes to answer',
      about: 'Disputes and refused refunds',
      isBad: true,
    },
    {
      ...counted(short, 'part runs out', 'parts run out'),
      to: '/dashboard/stock?short=1',
      calm: 'No parts running out',
      about: 'Below the reorder point, or too few left to order',
    },
    {
      ...counted(companiesWaiting, 'company to approve', 'companies to approve'),
      to: companiesPath({ state: 'waiting' }),
      calm: 'No companies waiting',
      about: 'They cannot order until you approve them',
    },
    {
      ...counted(imports, 'import with problems', 'imports with problems'),
      to: '/dashboard/imports?problems=yes',
      calm: 'No imports with problems',
      about: 'Failed, or waiting with wrong rows',
    },
    {
      ...counted(mails, 'email not sent', 'emails not sent'),
      to: '/dashboard/mails',
      calm: 'All emails sent',
      about: 'Tried again later, or given up',
    },
  ];
}

const counted = ({ count }: { count: number }, one: string, many: string) => ({
  count,
  label: count === 1 ? one : many,
});

function Box({ count, label, to, about, isBad = false }: Task) {
  return (
    <li>
      <Link to={to} className="sheet to-do-box">
        <span className={`flex items-baseline gap-2 ${isBad ? 'text-error' : ''}`}>
          <strong className="num text-xl leading-7">{formatCount(count)}</strong>
          <span className="font-medium text-sm">{label}</span>
        </span>
        <span className="num text-muted text-xs">{about}</span>
      </Link>
    </li>
  );
}
