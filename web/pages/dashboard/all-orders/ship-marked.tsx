import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import { LONGEST_OF_SHIPMENT as LONGEST } from '#contract/purchases/limits.ts';
import { carriers } from '../../../../content/carriers.ts';
import { changed } from '../../../changed.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { moveOnEnter } from '../../../ui/move-on-enter.ts';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import '../shipping/pieces.css';
import { DisputedBadge } from '../paid-badge.tsx';
import { createShipper, type Outcome, type ToShipNow } from './ship-each.ts';

interface Props {
  /** Each has something to ship. */
  purchases: readonly (ToShipNow & { name: string; disputed: number })[];
  /** Numbers of marked purchases that have nothing to ship. */
  leftOut: readonly string[];
  onClose: (isAllShipped: boolean) => void;
}

/** Ships all that is left of several purchases, each as a shipment of its own, and says of each what has become of it. */
export function ShipMarked({ purchases, leftOut, onClose }: Props) {
  const dialog = useModal();
  const id = useId();
  const client = useQueryClient();
  const [ship] = useState(createShipper);
  const [carrier, setCarrier] = useState('');
  /** Carriers of single purchases that are not that of all. */
  const [carrierOf, setCarrierOf] = useState<Record<string, string>>({});
  const [trackingOf, setTrackingOf] = useState<Record<string, string>>({});
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({});
  const [current, setCurrent] = useState<string>();

  const left = purchases.filter(({ _id }) => !outcomes[_id]?.isShipped);
  const refused = left.filter(({ _id }) => outcomes[_id]);
  const isBusy = current !== undefined;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    for (const purchase of left) {
      // Who closes the dialog ships no more.
      if (!dialog.current?.open) break;
      const { _id } = purchase;
      setCurrent(_id);
      const before = outcomes[_id];
      const toShip = before && 'toShip' in before && before.toShip ? before.toShip : purchase.toShip;
      const by = { carrier: carrierOf[_id] ?? carrier, tracking: trackingOf[_id] ?? '' };
      const outcome = await ship({ ...purchase, toShip }, by);
      setOutcomes((all) => ({ ...all, [_id]: outcome }));
    }
    setCurrent(undefined);
    changed(client, 'purchase');
  }

  return (
    <Panel
      dialog={dialog}
      title="Mark as shipped"
      className="pieces"
      onClose={() => onClose(left.length === 0)}
    >
      <p className="mt-2 text-muted text-sm">
        All that is left of each order goes out as a shipment of its own. Each buyer gets one email.
        {leftOut.length > 0 && ` Nothing is to ship of ${leftOut.join(', ')}.`}
      </p>
      {/* A scanner ends a tracking number with Enter: that leads to the next one, and ships nothing. */}
      <form
        method="post"
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => moveOnEnter(event, 'tracking')}
        className="mt-4 grid gap-4"
      >
        <TextField
          label="Carrier of all (optional)"
          list={`${id}-carriers`}
          maxLength={LONGEST.carrier}
          className="max-w-xs"
          value={carrier}
          onChange={({ target }) => setCarrier(target.value)}
        />
        <datalist id={`${id}-carriers`}>
          {carriers.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <ul className="border-base-300 border-t">
          {purchases.map(({ _id, number, name, toShip, disputed }) => {
            const outcome = outcomes[_id];
            return (
              <li key={_id} className="ship-row">
                <div className="min-w-0">
                  <span className="num font-medium">{number}</span>{' '}
                  <span className="num text-muted">{formatCount(toShip)} pcs</span>{' '}
                  <DisputedBadge disputed={disputed} />
                  <bdi className="block truncate text-muted text-xs">{name}</bdi>
                </div>
                {!outcome?.isShipped && (
                  <>
                    <TextField
                      label="Carrier"
                      aria-label={`Carrier of ${number}`}
                      list={`${id}-carriers`}
                      maxLength={LONGEST.carrier}
                      readOnly={isBusy}
                      value={carrierOf[_id] ?? carrier}
                      onChange={({ target }) => setCarrierOf({ ...carrierOf, [_id]: target.value })}
                    />
                    <TextField
                      label="Tracking number"
                      aria-label={`Tracking number of ${number}`}
                      name="tracking"
                      maxLength={LONGEST.tracking}
                      readOnly={isBusy}
                      value={trackingOf[_id] ?? ''}
                      onChange={({ target }) => setTrackingOf({ ...trackingOf, [_id]: target.value })}
                    />
                  </>
                )}
                <p
                  role="status"
                  className={`ship-outcome empty:hidden ${outcome?.isShipped === false ? 'text-error' : ''}`}
                >
                  {current === _id ? 'Shipping …' : outcome && words(outcome)}
                </p>
              </li>
            );
          })}
        </ul>
        <div className="pieces-actions flex flex-wrap items-center justify-end gap-3">
          <p role="status" className="me-auto text-sm">
            {!isBusy &&
              Object.keys(outcomes).length > 0 &&
              `${formatCount(purchases.length - left.length)} shipped, ${formatCount(refused.length)} not.`}
          </p>
          <Button onClick={() => dialog.current?.close()}>{left.length === 0 ? 'Close' : 'Cancel'}</Button>
          {left.length > 0 && <SubmitButton busy={isBusy}>Ship {countOf(left.length, 'order')}</SubmitButton>}
        </div>
      </form>
    </Panel>
  );
}

function words(outcome: Outcome): string {
  return outcome.isShipped ? `Shipped: ${formatCount(outcome.pieces)} pcs` : outcome.why;
}
