import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { countOf } from '#contract/kernel/money.ts';
import type { Match } from '#contract/matching/schema.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { type Cart, newLine, useCart } from '../../../basket/cart/cart.ts';
import { doToCart } from '../../../basket/cart/history.ts';
import { askLines, matchLines } from '../../../basket/matching/ask-lines.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import type { Chosen } from './offer-sums.ts';
import { Offers, type Today } from './reorder-offers.tsx';
import './reorder.css';

/** What the lines of a purchase are today. It is asked for each time the dialog opens. */
const todayOf = ({ _id, lines }: PurchaseDetail) =>
  queryOptions({
    queryKey: ['orders', 'purchase', _id, 'today'],
    queryFn: async ({ signal }): Promise<Today> => {
      const ask = lines.map(({ productId, quantity }) => ({ productId, quantity }));
      const matches = await matchLines(ask, { signal });
      const gone = lines.filter((_, n) => !matches[n]!.product);
      const named = gone.map(({ productName, quantity }) => ({ text: productName, quantity }));
      const likely = await askLines(named, { signal });
      const similar = new Map(gone.map((line, n) => [line._id, partsOf(likely[n]!)]));
      return { matches, similar };
    },
    staleTime: 0,
    gcTime: 0,
  });

const partsOf = ({ product, candidates }: Match) => (product ? [product, ...candidates] : candidates);

/** Tells what has changed since a purchase, and adds its lines to the order when the buyer says so. */
export function Reorder({ purchase, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
  const dialog = useModal();
  const cart = useCart();
  // The order changes while one reads: what this browser has kept of it is shown before the server has been asked.
  const [before, setBefore] = useState<Cart>();
  const order = (before ?? cart).lines;
  const query = useQuery({ ...todayOf(purchase), enabled: cart.status !== 'loading' });
  const add = useAdd(purchase);

  return (
    <Panel dialog={dialog} title={`Order ${purchase.number} again`} className="reorder" onClose={onClose}>
      <Loaded query={query} what="today’s prices">
        {(today) => (
          <Offers
            today={today}
            order={order}
            purchase={purchase}
            onAdd={(chosen) => {
              setBefore(cart);
              add(chosen);
            }}
            onCancel={() => dialog.current?.close()}
          />
        )}
      </Loaded>
    </Panel>
  );
}

/** Adds what is chosen to the cart, as one step that can be taken back there. */
function useAdd({ number }: PurchaseDetail) {
  const navigate = useNavigate();
  const isAdded = useRef(false);
  return (chosen: readonly Chosen[]) => {
    // The second click of a double click comes before the dialog has gone.
    if (isAdded.current) return;
    isAdded.current = true;
    const lines = chosen.flatMap(({ line: { customerRef, designators }, choice }) => {
      const { part, shares = [] } = choice.take ?? {};
      return shares.map((share) =>
        newLine({
          productId: part!._id,
          ...share,
          ...(customerRef && { customerRef }),
          ...(designators && { designators }),
        }),
      );
    });
    doToCart(
      `Added ${countOf(lines.length, 'line')} of ${number}`,
      lines.map((line) => ({ op: 'put', line })),
    );
    navigate('/order');
  };
}
