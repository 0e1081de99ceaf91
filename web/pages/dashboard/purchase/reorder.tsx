import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Match } from '#contract/lines.ts';
import { formatCount, formatMoney, toCents, toDollars } from '#contract/money.ts';
import type { PurchaseDetail } from '#contract/purchases.ts';
import { callApi } from '../../../api.ts';
import { changeCart, newLine } from '../../../cart/cart.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import { inCatalogue } from '../../../ui/written.ts';
import { type Choice, type Offer, offerOf, totalOf } from './offers.ts';

/** What the lines of a purchase are today. It is asked for each time the dialog opens. */
const offers = ({ _id, lines }: PurchaseDetail) =>
  queryOptions({
    queryKey: ['orders', 'purchase', _id, 'offers'],
    queryFn: async ({ signal }): Promise<Offer[]> => {
      const ask = lines.map(({ productId, quantity }) => ({ productId, quantity }));
      const matches = await callApi('matchLines', { body: { lines: ask } }, { signal });
      const gone = lines.filter((_, n) => !matches[n]!.product);
      const named = gone.map(({ productName, quantity }) => ({ text: productName, quantity }));
      const likely =
        named.length > 0 ? await callApi('matchLines', { body: { lines: named } }, { signal }) : [];
      const similar = new Map(gone.map(({ _id }, n) => [_id, partsOf(likely[n]!)]));
      return lines.map((line, n) => offerOf(line, matches[n]!, similar.get(line._id)));
    },
    staleTime: 0,
    gcTime: 0,
  });

const partsOf = ({ product, candidates }: Match) => (product ? [product, ...candidates] : candidates);

/** Tells what has changed since a purchase, and adds its lines to the order when the buyer says so. */
export function Reorder({ purchase, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
  const dialog = useModal();
  const id = useId();
  const query = useQuery(offers(purchase));

  return (
    <dialog ref={dialog} className="panel panel-wide" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className="text-lg">
        Order {purchase.number} again
      </h2>
      <Loaded query={query} what="the prices of today">
        {(all) => <Offers offers={all} purchase={purchase} onCancel={() => dialog.current?.close()} />}
      </Loaded>
    </dialog>
  );
}

function Offers(props: { offers: Offer[]; purchase: PurchaseDetail; onCancel: () => void }) {
  const { offers, purchase, onCancel } = props;
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map());
  const isAdded = useRef(false);
  const choiceOf = ({ line, choices }: Offer) => chosen.get(line._id) ?? choices[0];
  const taken = offers.filter((offer) => choiceOf(offer).take);
  const changed = offers.filter(({ changes }) => changes.length > 0);
  const now = toDollars(offers.reduce((sum, offer) => sum + toCents(totalOf(choiceOf(offer))), 0));

  function add() {
    // The second click of a double click comes before the dialog has gone.
    if (isAdded.current) return;
    isAdded.current = true;
    const lines = taken.map((offer) => {
      const { part, quantity } = choiceOf(offer).take!;
      const { customerRef, designators } = offer.line;
      return newLine({
        ...{ productId: part._id, quantity },
        ...(customerRef && { customerRef }),
        ...(designators && { designators }),
      });
    });
    changeCart(lines.map((line) => ({ op: 'put', line })));
    navigate('/order');
  }

  return (
    <>
      <p className="mt-2 text-muted">
        {summary(offers.length, changed.length)} Then {formatMoney(purchase.total)}, now{' '}
        <strong className="num text-base-content">{formatMoney(now)}</strong>.
      </p>
      {changed.length > 0 && (
        <ul className="mt-4 border-base-300 border-t text-sm">
          {changed.map((offer) => (
            <ChangedLine
              key={offer.line._id}
              offer={offer}
              choice={choiceOf(offer)}
              onChoose={(choice) => setChosen(new Map(chosen).set(offer.line._id, choice))}
            />
          ))}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className="btn btn-primary" disabled={taken.length === 0} onClick={add}>
          Add {formatCount(taken.length)} {taken.length === 1 ? 'line' : 'lines'} to the order
        </button>
      </div>
    </>
  );
}

function summary(lines: number, changed: number): string {
  if (changed === 0) return 'Prices and stock are right for all of it.';
  if (lines === 1) return 'Something has changed.';
  return `${formatCount(changed)} of ${formatCount(lines)} lines ${changed === 1 ? 'has' : 'have'} changed.`;
}

function ChangedLine(props: { offer: Offer; choice: Choice; onChoose: (choice: Choice) => void }) {
  const { offer, choice, onChoose } = props;
  const { line, changes, choices } = offer;
  return (
    <li className="grid items-center gap-x-4 gap-y-1 border-base-300 border-b py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]">
      <div className="min-w-0">
        <p {...inCatalogue} className="font-medium">
          {line.productName}
        </p>
        <p className="text-muted text-xs">
          <span className="id">{line.sku}</span> · {changes.join(' · ')}
        </p>
      </div>
      <select
        className="select select-sm w-full"
        aria-label={`What to order for ${line.productName}`}
        value={choices.indexOf(choice)}
        onChange={({ target }) => onChoose(choices[Number(target.value)]!)}
      >
        {choices.map(({ label }, n) => (
          <option key={label} value={n}>
            {label}
          </option>
        ))}
      </select>
    </li>
  );
}
