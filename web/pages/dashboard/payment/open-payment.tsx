import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#contract/kernel/money.ts';
import type { Config } from '#contract/payments/schema.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { useConfig } from '../../../config.ts';
import { purchasePath } from '../../../path-with.ts';
import { RECOVERY_MS } from '../../../query-client.ts';
import { randomId } from '../../../random-id.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { CardForm } from './card-form.tsx';

/** The payment intent of an order. It is requested when the payment page opens and kept while the page is open. */
const paymentIntent = (orderId: string, total: number) =>
  queryOptions({
    queryKey: ['intent', orderId],
    queryFn: () =>
      callAsUser('createPaymentIntent', { body: { price: total, orderId } }, { idempotencyKey: randomId() }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

interface Props {
  order: Order;
  onCharged: (transactionId: string) => void;
}

/** Requests the payment intent and the provider's script, then shows the card form. */
export function OpenPayment({ order, onCharged }: Props) {
  const config = useConfig();
  const intent = useQuery(paymentIntent(order._id, order.purchaseTotal));
  const provider = useQuery({
    queryKey: ['provider'],
    queryFn: () => loadProvider(config!.stripe),
    enabled: config !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // The provider's object cannot be compared structurally.
    structuralSharing: false,
  });
  const code = intent.error instanceof ApiProblem ? intent.error.code : undefined;
  useOrderAgain(order._id, code);

  if (code === 'being_paid') {
    return (
      <p role="status" className="sheet p-6">
        This order is being paid at this moment. Its state appears here as soon as it is known.
      </p>
    );
  }
  if (code === 'stock_gone') return <StockGone order={order} retry={() => intent.refetch()} />;
  const error = intent.error ?? provider.error;
  if (error && !isPaid(code)) {
    const retry = () => {
      if (intent.error) intent.refetch();
      if (provider.error) provider.refetch();
    };
    return <LoadProblem error={error} what="the payment" retry={retry} />;
  }
  if (!intent.data || !provider.data) return <Skeleton what="the card form" shape="section" />;
  return (
    <div className="grid gap-6">
      <Elements stripe={provider.data}>
        <CardForm
          order={order}
          clientSecret={intent.data.clientSecret}
          onCharged={onCharged}
          // Fetching the intent again returns its state, and a new intent when it has failed.
          onProcessing={() => intent.refetch()}
        />
      </Elements>
      {config?.sandbox && <TestCards />}
    </div>
  );
}

/** Shown when the hold has ended and the stock has been sold since. */
function StockGone({ order, retry }: { order: Order; retry: () => void }) {
  const isOfSeveral = (order.purchaseLines ?? 1) > 1;
  return (
    <div role="alert" className="sheet grid justify-items-start gap-2 p-6">
      <p className="font-semibold">These parts have since been sold</p>
      <p className="text-muted">
        Their hold had ended, and{' '}
        {isOfSeveral ? 'not all of them are' : `fewer than ${formatCount(order.order)} are`} left. Nothing was
        charged. Order what is available, or wait: as soon as there is enough again, this order can be paid.
      </p>
      <p className="mt-2 flex flex-wrap gap-3">
        <Link
          to={isOfSeveral ? purchasePath(order.purchaseId) : `/products/${order.productId}`}
          className="btn btn-primary"
        >
          {isOfSeveral ? 'See its lines' : 'See what is available'}
        </Link>
        <Button onClick={retry}>Try again</Button>
      </p>
    </div>
  );
}

/** Whether the order was paid meanwhile (and possibly refunded). */
function isPaid(code: string | undefined): boolean {
  return code === 'already_paid' || code === 'already_refunded';
}

/** Fetches the order again when the answer to its payment intent says that it is paid or being paid. */
function useOrderAgain(id: string, code: string | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isPaid(code) && code !== 'being_paid' && code !== 'price_mismatch') return;
    const look = () => client.invalidateQueries({ queryKey: ['orders'] });
    look();
    if (code !== 'being_paid') return;
    const timer = setInterval(() => {
      look();
      client.invalidateQueries({ queryKey: ['intent', id] });
    }, RECOVERY_MS);
    return () => clearInterval(timer);
  }, [client, id, code]);
}

const cards = [
  { number: '4242 4242 4242 4242', does: 'Pays' },
  { number: '4000 0000 0000 0002', does: 'Is declined' },
  { number: '4000 0000 0000 9995', does: 'Has insufficient funds' },
  { number: '4000 0000 0000 0069', does: 'Has expired' },
  { number: '4000 0000 0000 0127', does: 'Has a wrong CVC' },
  { number: '4000 0027 6000 3184', does: 'Asks to confirm (3-D Secure)' },
];

/** The test cards of the sandbox. */
function TestCards() {
  return (
    <section aria-labelledby="test-cards" className="sheet">
      <h2 id="test-cards" className="px-6 pt-5 text-base">
        Test cards
      </h2>
      <p className="px-6 text-muted text-sm">Any future date, any CVC.</p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] text-sm">
        {cards.map(({ number, does }) => (
          <div
            key={number}
            className="col-span-2 grid grid-cols-subgrid gap-x-6 border-base-300 border-t px-6 py-2"
          >
            <dt className="id">{number}</dt>
            <dd className="text-muted">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

let loading: Promise<Stripe> | undefined;

/**
 * Returns the payment provider's object. The shop's configuration names its script, Stripe's or the sandbox's, which sets
 * `window.Stripe` for Stripe's loader. Rejects when the script cannot be loaded; the next call tries again.
 */
function loadProvider({ publishableKey, jsUrl }: Config['stripe']): Promise<Stripe> {
  loading ??= load(publishableKey, jsUrl).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(publishableKey: string, jsUrl: string): Promise<Stripe> {
  await loadScript(jsUrl);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('The payment provider has no browser to run in');
  return stripe;
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if ('Stripe' in window) return resolve();
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The payment provider cannot be reached. Check your connection and try again.'));
    };
    document.head.append(script);
  });
}
