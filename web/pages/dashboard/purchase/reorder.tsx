import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Match } from '#contract/lines.ts';
import { formatCount } from '#contract/money.ts';
import type { PurchaseDetail, PurchaseLine } from '#contract/purchases.ts';
import { callApi } from '../../../api.ts';
import { newLine } from '../../../cart/cart.ts';
import { doToCart } from '../../../cart/history.ts';
import { askLines } from '../../../matching/ask-lines.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import { type Offer, type OfferChoice, offersOf } from './offers.ts';
import { Offers } from './reorder-offers.tsx';
import './reorder.css';

/** What the lines of a purchase are today. It is asked for each time the dialog opens. */
const offers = ({ _id, lines }: PurchaseDetail) =>
  queryOptions({
    queryKey: ['orders', 'purchase', _id, 'offers'],
    queryFn: async ({ signal }): Promise<Offer[]> => {
      const ask = lines.map(({ productId, quantity }) => ({ productId, quantity }));
      const matches = await callApi('matchLines', { body: { lines: ask } }, { signal });
      const gone = lines.filter((_, n) => !matches[n]!.product);
      const named = gone.map(({ productName, quantity }) => ({ text: productName, quantity }));
      const likely = await askLines(named, { signal });
      return offersOf(lines, matches, new Map(gone.map(({ _id }, n) => [_id, partsOf(likely[n]!)])));
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
  const add = useAdd(purchase);

  return (
    <dialog ref={dialog} className="panel panel-wide reorder" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className="text-lg">
        Order {purchase.number} again
      </h2>
      <Loaded query={query} what="the prices of today">
        {(all) => (
          <Offers offers={all} purchase={purchase} onAdd={add} onCancel={() => dialog.current?.close()} />
        )}
      </Loaded>
    </dialog>
  );
}

/** Adds what is chosen to the cart, as one step that can be taken back there. */
function useAdd({ number }: PurchaseDetail) {
  const navigate = useNavigate();
  const isAdded = useRef(false);
  return (chosen: readonly { line: PurchaseLine; choice: OfferChoice }[]) => {
    // The second click of a double click comes before the dialog has gone.
    if (isAdded.current) return;
    isAdded.current = true;
    const lines = chosen.flatMap(({ line: { customerRef, designators }, choice }) => {
      const { part, shares = [] } = choice.take ?? {};
      return shares.map((share) =>
        newLine({
          ...{ productId: part!._id, ...share },
          ...(customerRef && { customerRef }),
          ...(designators && { designators }),
        }),
      );
    });
    const count = `${formatCount(lines.length)} ${lines.length === 1 ? 'line' : 'lines'}`;
    doToCart(
      `Added ${count} of ${number}`,
      lines.map((line) => ({ op: 'put', line })),
    );
    navigate('/order');
  };
}
