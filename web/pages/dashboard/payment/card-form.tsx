import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeError } from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import { formatMoney } from '#contract/kernel/money.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { useUser } from '../../../session.tsx';
import { type Theme, useTheme } from '../../../theme.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { formatMoment } from '../../../ui/dates.ts';

interface Props {
  order: Order;
  clientSecret: string;
  /** The provider has charged the card. */
  onCharged: (transactionId: string) => void;
  /** The bank has not decided yet whether it pays. */
  onProcessing: () => void;
}

/** The card field, and the button that charges the card. */
export function CardForm({ order, clientSecret, onCharged, onProcessing }: Props) {
  const stripe = useStripe();
  const elements = useElements();
  const { name, email } = useUser();
  const theme = useTheme();
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState(false);
  const [paying, setPaying] = useState(false);
  const [complete, setComplete] = useState(false);

  async function pay(event: FormEvent) {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || paying) return;
    setPaying(true);
    setProblem(undefined);
    setRefused(false);
    try {
      const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
        payment_method: { card, billing_details: { name, email } },
      });
      const intent = paymentIntent ?? chargedBefore(error);
      if (intent?.status === 'processing') onProcessing();
      else if (intent) onCharged(intent.id);
      else {
        setProblem(
          error?.message ?? 'The payment did not finish. Try again: the order is never charged twice.',
        );
        setRefused(error?.type === 'card_error');
      }
    } catch {
      setProblem('The payment provider cannot be reached. Try again: the order is never charged twice.');
    } finally {
      setPaying(false);
    }
  }

  return (
    <form
      method="post"
      onSubmit={pay}
      className="sheet grid gap-3 p-6"
      aria-label={`Pay for ${(order.purchaseLines ?? 1) > 1 ? order.number : order.productName}`}
    >
      <label htmlFor="card" className="font-medium text-sm">
        Card
      </label>
      <CardElement
        id="card"
        className="card-field"
        options={{ hidePostalCode: true, disableLink: true, style: cardStyle(theme) }}
        onChange={(change) => {
          setComplete(change.complete);
          setProblem(change.error?.message);
          setRefused(false);
        }}
      />
      <p role="alert" className="text-error text-sm empty:hidden">
        {problem}
      </p>
      <p role="status" className="text-sm empty:hidden">
        {refused && 'Nothing was charged. Use another card, or ask your bank.'}
        {refused && order.heldUntil && ` The stock is reserved until ${formatMoment(order.heldUntil)}.`}
      </p>
      <SubmitButton disabled={!stripe || !complete} busy={paying}>
        Pay {formatMoney(order.purchaseTotal)}
      </SubmitButton>
      <p className="text-muted text-xs">
        {paying
          ? 'Contacting your bank…'
          : 'The card goes straight to the payment provider; the shop never sees it.'}
      </p>
    </form>
  );
}

/** Returns the payment of an earlier attempt, for example in another tab. */
function chargedBefore(error: StripeError | undefined) {
  const intent = error?.payment_intent;
  return intent?.status === 'succeeded' || intent?.status === 'processing' ? intent : undefined;
}

/** The provider renders the field in an iframe, which the shop's style sheet does not affect. */
function cardStyle(theme: Theme) {
  const dark = theme === 'dark';
  return {
    base: {
      color: dark ? '#e9ebec' : '#1b2126',
      iconColor: dark ? '#a9b0b5' : '#565e65',
      fontFamily: 'Inter Variable, Inter, system-ui, sans-serif',
      fontSize: '16px',
      '::placeholder': { color: dark ? '#a9b0b5' : '#565e65' },
    },
    invalid: { color: dark ? '#ff9d94' : '#b3261e', iconColor: dark ? '#ff9d94' : '#b3261e' },
  };
}
