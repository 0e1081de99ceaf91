import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { LongerHold } from '../../../ui/longer-hold.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { partOfPayment } from '../paid-badge.tsx';
import { useCan } from '../role.ts';
import { Documents } from './documents.tsx';

const loadAddress = () => import('./change/address-dialog.tsx');
const loadDetails = () => import('./change/details-dialog.tsx');

/** The facts of a purchase. Facts without a value are left out. */
export function PurchaseFacts({ purchase }: { purchase: PurchaseDetail }) {
  const can = useCan();
  const isMine = can('payment.make', purchase);
  const mayChange =
    can('purchase.changeAddress', purchase) && purchase.state !== 'refunded' && purchase.shipping === 'none';
  const navigate = useNavigate();
  // What a colleague has said of an order that was sent back leads straight to it.
  const { hash } = useLocation();
  const [changing, setChanging] = useState<'address' | 'details' | undefined>(() =>
    hash === '#details' && mayChange ? 'details' : undefined,
  );
  function close() {
    setChanging(undefined);
    if (hash) navigate({ hash: '' }, { replace: true, preventScrollReset: true });
  }
  const bank = isMine ? 'Your bank' : 'The buyer’s bank';
  const money = { ...purchase, purchaseTotal: purchase.total };
  // Who decides has read these above: who asks and until when stock is held always, the others where the facts are far below.
  const isToDecide = purchase.approvals?.isMine ?? false;
  const besides = isToDecide ? 'max-xl:hidden' : '';
  return (
    <section aria-label="Facts of the order" className="sheet">
      <p className="screen-only flex flex-wrap gap-2 px-5 pt-5 pb-2 empty:hidden">
        <Documents purchase={purchase} />
      </p>
      <dl className="detail-list">
        {purchase.placedBy && (
          <Fact label="Placed by">{isMine ? 'The shop, for you' : `The shop (${purchase.placedBy})`}</Fact>
        )}
        {(!isMine || purchase.buyerId) && !isToDecide && (
          <Fact label={!purchase.buyerId ? 'Buyer' : purchase.placedBy ? 'Placed for' : 'Placed by'}>
            <bdi>{purchase.name}</bdi>
            <br />
            {purchase.email}
          </Fact>
        )}
        {purchase.heldUntil && !isToDecide && (
          <Fact label="Held until">
            {formatMoment(purchase.heldUntil)}
            {isMine && (
              <span className="block text-muted">
                <LongerHold order={purchase} />
              </span>
            )}
          </Fact>
        )}
        {purchase.poNumber && (
          <Fact label="PO" className={besides}>
            {purchase.poNumber}
          </Fact>
        )}
        {purchase.costCentre && (
          <Fact label="Cost center" className={besides}>
            {purchase.costCentre}
          </Fact>
        )}
        <Fact label="Ship to" className={mayChange ? '' : besides}>
          {purchase.shippingAdd || '–'}
          {mayChange && (
            <Button small className="mt-1 block" onClick={() => setChanging('address')}>
              Change the address
            </Button>
          )}
        </Fact>
        {purchase.phone && <Fact label="Phone">{purchase.phone}</Fact>}
        <Fact label="Invoice to" className={besides}>
          {purchase.invoiceTo.join('\n')}
        </Fact>
        {purchase.deliveryWish && (
          <Fact label="Delivery instructions" className={besides}>
            {purchase.deliveryWish}
          </Fact>
        )}
        {purchase.note && (
          <Fact label="Order notes" className={besides}>
            {purchase.note}
          </Fact>
        )}
        {mayChange && (
          <Fact label="Details" className="screen-only">
            <Button small onClick={() => setChanging('details')}>
              Change the details
            </Button>
          </Fact>
        )}
        <Fact label="Placed">{formatMoment(purchase.placedAt)}</Fact>
        {purchase.paidAt && <Fact label="Paid">{formatMoment(purchase.paidAt)}</Fact>}
        {purchase.invoiceNumber && <Fact label="Invoice">{purchase.invoiceNumber}</Fact>}
        {purchase.transactionId && (
          <Fact label="Transaction Id">
            <span className="id">{purchase.transactionId}</span>
          </Fact>
        )}
        {purchase.disputed > 0 && (
          <Fact label="Disputed">
            {bank} disputes {partOfPayment(purchase.disputed, money)}, and has not decided yet.
          </Fact>
        )}
        {purchase.takenBack > 0 && (
          <Fact label="Taken back">
            {bank} has taken back {partOfPayment(purchase.takenBack, money)}.
          </Fact>
        )}
      </dl>
      {changing === 'address' && (
        <OnDemand load={loadAddress} what="the form of the address" onClose={close}>
          {({ AddressDialog }) => <AddressDialog purchase={purchase} onClose={close} />}
        </OnDemand>
      )}
      {changing === 'details' && (
        <OnDemand load={loadDetails} what="the form of the details" onClose={close}>
          {({ DetailsDialog }) => <DetailsDialog purchase={purchase} onClose={close} />}
        </OnDemand>
      )}
    </section>
  );
}

interface FactProps {
  label: string;
  className?: string;
  children: ReactNode;
}

function Fact({ label, className = '', children }: FactProps) {
  return (
    <>
      <dt className={className}>{label}</dt>
      <dd className={`own-lines min-w-0 ${className}`}>{children}</dd>
    </>
  );
}
