import { useQueries } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import * as queries from '../../buyer-queries.ts';
import { purchasePath } from '../../path-with.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { LongerHold } from '../../ui/longer-hold.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { isToPay, poWords, stateOf } from './placed-words.ts';
import type { PlacedPurchase } from './placing.ts';

interface Props {
  placed: readonly PlacedPurchase[];
  /** Of the whole page; without it they stand above the form. */
  heading?: RefObject<HTMLHeadingElement | null>;
}

/** What checkout has placed, and the next step for each: to pay. */
export function PlacedList({ placed, heading }: Props) {
  const details = useQueries({ queries: placed.map(({ id }) => queries.purchase(id)) });
  const title = titleOf(
    placed,
    details.map(({ data }) => data),
  );
  return (
    <section className="sheet" aria-label="Placed">
      <div className="flex gap-3 p-5">
        <CheckIcon className="mt-1 size-6 shrink-0 text-success" />
        <div>
          {heading ? (
            <>
              <PageTitle>{title}</PageTitle>
              <h1 ref={heading} tabIndex={-1}>
                {title}
              </h1>
            </>
          ) : (
            <h2>{title}</h2>
          )}
          <p className="mt-1 text-muted text-sm">
            Nothing is charged yet. We have sent you {placed.length === 1 ? 'an email' : 'emails'} with what
            you ordered.
          </p>
        </div>
      </div>
      <ul>
        {placed.map((purchase, n) => (
          <PlacedRow key={purchase.id} purchase={purchase} detail={details[n]?.data} />
        ))}
      </ul>
    </section>
  );
}

function titleOf(
  placed: readonly PlacedPurchase[],
  details: readonly (Pick<PurchaseDetail, 'approval'> | undefined)[],
): string {
  if (placed.length === 1)
    return `Order ${placed[0]!.number} ${details[0]?.approval === 'waiting' ? 'waits for approval' : 'placed'}`;
  return `${formatCount(placed.length)} orders placed`;
}

function PlacedRow({ purchase, detail }: { purchase: PlacedPurchase; detail: PurchaseDetail | undefined }) {
  const { id, number, total, earlier } = purchase;
  return (
    <li className="placed-row">
      <div>
        <p className="font-semibold">
          <Link to={purchasePath(id)} className="hover:underline">
            {number}
          </Link>
          <span className="num ms-3">{formatMoney(detail?.total ?? total)}</span>
        </p>
        <p className="text-muted text-sm">
          {earlier && 'Placed by an earlier attempt whose answer was lost. '}
          {stateOf(detail)}
          {detail?.heldUntilIfProven && <LongerHold order={detail} />}
          {poWords(purchase)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {isToPay(detail) && (
          <Link to={`/dashboard/payment/${id}`} className="btn btn-primary" aria-label={`Pay ${number} now`}>
            Pay now
          </Link>
        )}
        <Link to={purchasePath(id)} className="btn btn-quiet" aria-label={`See the order ${number}`}>
          See the order
        </Link>
      </div>
    </li>
  );
}
