import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { countOf, formatMoney } from '#contract/kernel/money.ts';
import type { Purchase } from '#contract/purchases/schema.ts';
import { purchasePath } from '../../path-with.ts';
import { formatDate } from '../../ui/dates.ts';
import { PoNumber } from '../../ui/po-number.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { userQuery } from '../../user-query.ts';
import './last-orders.css';

const SHOWN = 3;

/** The key is under those of orders: what changes one changes the other. */
const lastOrders = (email: string) =>
  userQuery(['orders', 'last', email], 'listPurchases', { query: { email, limit: String(SHOWN) } });

/** A buyer's last orders, each to be ordered again. */
export function LastOrders({ email }: { email: string }) {
  const { data } = useQuery(lastOrders(email));
  if (!data) return null;
  return (
    <section aria-labelledby="order-again">
      <div className="order-again-head">
        <h2 id="order-again">Order again</h2>
        {data.length > 0 && (
          <Link to="/dashboard" className="text-link">
            All orders
          </Link>
        )}
      </div>
      {data.length === 0 ? (
        <p className="text-muted">
          Your orders appear here.{' '}
          <Link to="/order" className="text-link">
            Paste your first list
          </Link>{' '}
          on the order pad.
        </p>
      ) : (
        <ul className="order-again-list">
          {data.map((purchase) => (
            <LastOrder key={purchase._id} purchase={purchase} />
          ))}
        </ul>
      )}
    </section>
  );
}

function LastOrder({ purchase }: { purchase: Purchase }) {
  const { _id, number, lineCount, firstProduct, total, placedAt, poNumber } = purchase;
  const others = lineCount - 1;
  const path = purchasePath(_id);
  return (
    <li className="sheet order-again-card">
      <div className="min-w-0">
        <Link to={path} className="font-medium hover:underline">
          {number}
          {poNumber && (
            <>
              {' · '}
              <PoNumber poNumber={poNumber} />
            </>
          )}
        </Link>
        <p className="order-again-parts" {...inCatalogue}>
          {firstProduct}
        </p>
        <p className="num text-muted">
          {others > 0 && `and ${countOf(others, 'more line')} · `}
          {formatMoney(total)} · {formatDate(placedAt)}
        </p>
      </div>
      <Link to={`${path}#again`} className="btn btn-quiet btn-sm" aria-label={`Order ${number} again`}>
        Order again
      </Link>
    </li>
  );
}
