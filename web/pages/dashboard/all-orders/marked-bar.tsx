import { useState } from 'react';
import { Link } from 'react-router';
import type { DeskPurchase } from '#contract/desk/schema.ts';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import { MOST_PICKED } from '#contract/purchases/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { useCan } from '../role.ts';

const loadShipMarked = () => import('./ship-marked.tsx');

interface Props {
  purchases: DeskPurchase[];
  onClear: () => void;
}

/** The bar at the bottom of the window with the number of marked purchases and the actions on them. */
export function MarkedBar({ purchases, onClear }: Props) {
  const can = useCan();
  /** Those that are being shipped: as they were when the dialog was opened. */
  const [shipping, setShipping] = useState<DeskPurchase[]>();
  const cents = purchases.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
  const toShip = purchases.filter((one) => one.toShip > 0);
  const isTooMany = toShip.length > MOST_PICKED;
  return (
    <>
      <div role="status" className="marked-bar">
        {purchases.length > 0 && (
          <div className="sheet flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm">
            <span className="num font-medium">
              {formatCount(purchases.length)} marked
              {can('desk.readOverview') && ` · ${formatMoney(cents / 100)}`}
            </span>
            <span className="text-muted">
              {toShip.length === 0 && 'None of these has anything to ship.'}
              {isTooMany && `Mark ${formatCount(MOST_PICKED)} at most to pick and ship them.`}
            </span>
            <span className="ms-auto flex flex-wrap gap-2">
              {toShip.length > 0 && !isTooMany && can('shipment.plan') && (
                <Link to={pickListPath(toShip.map(({ _id }) => _id))} className="btn btn-quiet btn-sm">
                  Pick list of {formatCount(toShip.length)}
                </Link>
              )}
              {toShip.length > 0 && !isTooMany && can('shipment.create') && (
                <Button kind="primary" small onClick={() => setShipping(purchases)}>
                  Mark {formatCount(toShip.length)} as shipped
                </Button>
              )}
              <Button kind="ghost" small onClick={onClear}>
                Clear marks
              </Button>
            </span>
          </div>
        )}
      </div>
      {shipping && (
        <OnDemand
          load={loadShipMarked}
          what="the form that ships the marked orders"
          onClose={() => setShipping(undefined)}
        >
          {({ ShipMarked }) => (
            <ShipMarked
              purchases={shipping.filter((one) => one.toShip > 0)}
              leftOut={shipping.filter((one) => one.toShip === 0).map(({ number }) => number)}
              onClose={(isAllShipped) => {
                setShipping(undefined);
                if (isAllShipped) onClear();
              }}
            />
          )}
        </OnDemand>
      )}
    </>
  );
}

/** Returns the address of the pick list of purchases. */
function pickListPath(ids: Iterable<string>): string {
  return `/dashboard/shipping/pick-list?purchases=${[...ids].join(',')}`;
}
