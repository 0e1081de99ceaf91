import type { LabelSize } from '#contract/documents/schema.ts';
import { formatCount } from '#contract/kernel/money.ts';
import { howReturned } from '#contract/purchases/line-pieces.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { isUnaccepted } from '#contract/purchases/states.ts';
import { isReturnOpen, type ReturnState, WISH_WORDS } from '#contract/returns/states.ts';
import type { Shipment } from '#contract/shipping/schema.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { callForFileAsUser } from '../../../user-calls.ts';
import { useReturnActions, WithdrawReturn } from '../returns/return-actions.tsx';
import { ReturnPictures } from '../returns/return-pictures.tsx';
import { useCan } from '../role.ts';
import type { Sent } from '../sent-badge.tsx';
import { paperOf } from './documents.tsx';
import { ShipmentActions } from './shipment-actions.tsx';
import { cameBackAt } from './steps.ts';

/** The shipments of a purchase with their tracking links, and its returns. Shows nothing when there are none. */
export function OnTheWay({ purchase }: { purchase: PurchaseDetail }) {
  const { shipments, returns, lines } = purchase;
  const can = useCan();
  const { actionsOf, dialogs } = useReturnActions();
  if (shipments.length === 0 && returns.length === 0) return null;
  const lineOf = new Map(lines.map((line) => [line._id, line]));
  return (
    <section aria-labelledby="on-the-way" className="sheet p-5">
      <h2 id="on-the-way" className="mb-3 text-base">
        Shipments{returns.length > 0 && ' and returns'}
      </h2>
      <ul className="grid gap-4 text-sm">
        {shipments.map((shipment) => (
          <li key={shipment._id}>
            <Carried shipment={shipment} />
            <Pieces
              lines={shipment.lines.map((line) => ({
                productName: '',
                ...lineOf.get(line.orderId),
                ...line,
              }))}
            />
            {can('shipment.print') && <ShipmentPapers shipmentId={shipment._id} purchase={purchase} />}
            {can('shipment.change') && !shipment.cancelledAt && (
              <p className="mt-2 flex flex-wrap gap-2">
                <ShipmentActions shipment={shipment} purchase={purchase} />
              </p>
            )}
          </li>
        ))}
        {returns.map((one) => (
          <li key={one._id}>
            <p className="font-medium">
              Return {one.withdrawnAt ? 'withdrawn' : RETURN_WORDS[one.state]}, asked for{' '}
              {formatMoment(one.askedAt)}
            </p>
            <p className="text-muted">
              <span className="id">{one.number}</span>
              {one.wish && `, wanted: ${WISH_WORDS[one.wish]}`}
            </p>
            {one.answer && <p dir="auto">{one.answer}</p>}
            <Pieces lines={one.lines.map((line) => ({ ...lineOf.get(line.orderId), ...line }))} />
            <ReturnPictures one={one} mayAdd={can('return.ask', purchase)} />
            <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
              {actionsOf(one)}
              {can('return.withdraw', purchase) && isReturnOpen(one.state) && !one.receivedAt && (
                <WithdrawReturn one={one} />
              )}
            </div>
          </li>
        ))}
      </ul>
      {dialogs}
    </section>
  );
}

/** When a shipment went out, or was cancelled, by whom and under which number. */
function Carried({ shipment }: { shipment: Shipment }) {
  const { shippedAt, cancelledAt, carrier, tracking, trackingUrl } = shipment;
  return (
    <p className="font-medium">
      {cancelledAt ? `Shipment canceled ${formatMoment(cancelledAt)}` : `Shipped ${formatMoment(shippedAt)}`}
      {carrier && <bdi>, {carrier}</bdi>}
      {tracking && ' '}
      {tracking &&
        (trackingUrl && !cancelledAt ? (
          <a href={trackingUrl} target="_blank" rel="noreferrer" className="id text-link">
            {tracking}
            <span className="sr-only"> (opens the carrier’s page)</span>
          </a>
        ) : (
          <bdi className="id">{tracking}</bdi>
        ))}
    </p>
  );
}

/** What a return is, in words. */
const RETURN_WORDS: Record<ReturnState, string> = {
  asked: 'awaiting our reply',
  accepted: 'accepted',
  declined: 'declined',
  received: 'received',
  closed: 'closed',
};

interface PiecesProps {
  /** `reason`: why they go back; `received` of them have come back, of which `restocked` are on sale. */
  lines: {
    orderId: string;
    productName: string;
    quantity: number;
    customerRef?: string | undefined;
    reason?: string;
    received?: number;
    restocked?: number;
  }[];
}

function Pieces({ lines }: PiecesProps) {
  return (
    <ul className="wrap-anywhere text-muted">
      {lines.map(({ orderId, productName, quantity, customerRef, reason, received = 0, restocked = 0 }) => (
        <li key={orderId}>
          {formatCount(quantity)} × <span {...inCatalogue}>{productName}</span>
          {customerRef && (
            <>
              , your number <bdi className="id">{customerRef}</bdi>
            </>
          )}
          {received > 0 && `, ${formatCount(received)} came back, ${formatCount(restocked)} on sale`}
          {reason && <bdi className="block ps-4 text-xs">{reason}</bdi>}
        </li>
      ))}
    </ul>
  );
}

/** Returns how far a purchase is on its way. */
export function sentOf({ state, shipping, shipments, returns, lines }: PurchaseDetail): Sent {
  if (isUnaccepted(state)) return {};
  const [shipped, returned] = [
    lines.map((line) => line.shippedPieces),
    lines.map((line) => line.returnedPieces),
  ].map((pieces) => pieces.reduce((sum, some) => sum + some, 0)) as [number, number];
  return {
    shipping,
    shippedAt: shipments.findLast(({ cancelledAt }) => !cancelledAt)?.shippedAt,
    returned: howReturned(shipped, returned),
    returnedAt: cameBackAt(returns),
  };
}

/** The usual one first. */
const SIZES: Record<LabelSize, string> = { '100x150': '100 × 150 mm', a6: 'A6' };

interface Props {
  shipmentId: string;
  purchase: PurchaseDetail;
}

/** What lies in the parcel, and what stands on it. */
function ShipmentPapers({ shipmentId: id, purchase }: Props) {
  const nth = purchase.shipments.findIndex(({ _id }) => _id === id) + 1;
  return (
    <p className="mt-2 flex flex-wrap gap-2">
      <ExportButton
        file={`${purchase.number} packing slip ${nth}.pdf`}
        label="Packing slip (PDF)"
        read={() =>
          callForFileAsUser('getPackingSlip', { params: { id }, query: { paper: paperOf(purchase) } })
        }
      />
      {(Object.keys(SIZES) as LabelSize[]).map((size) => (
        <ExportButton
          key={size}
          file={`${purchase.number} label ${nth}.pdf`}
          label={`Label ${SIZES[size]} (PDF)`}
          read={() => callForFileAsUser('getAddressLabel', { params: { id }, query: { size } })}
        />
      ))}
    </p>
  );
}
