import {
  type ApiError,
  type BrowserIntent,
  callApi,
  type Form,
  IntegrationError,
  intentOf,
  type Result,
} from './api.ts';
import { authenticate } from './authentication.ts';
import { CardElement, type CardOptions } from './card-field.ts';

interface PaymentMethodData {
  type?: string;
  card?: unknown;
  billing_details?: Form;
  metadata?: Form;
}

interface ConfirmData {
  payment_method?: string | PaymentMethodData;
  return_url?: string;
  receipt_email?: string;
}

/** The stand-in for Stripe.js: the functions and results of https://docs.stripe.com/js, for cards. */
function createStripe(key: unknown) {
  if (typeof key !== 'string' || key.trim() === '') {
    throw new IntegrationError('Missing value for Stripe(): apiKey should be a string.');
  }
  if (!key.startsWith('pk_')) {
    throw new IntegrationError('You should not use your secret key with Stripe.js.');
  }

  /** Returns the parameters of a payment method, or the error of the card field. */
  function methodForm(data: PaymentMethodData): Result<{ form: Form }> {
    const { card } = data;
    if (!(card instanceof CardElement)) {
      throw new IntegrationError(
        'Invalid value for payment_method.card: value should be the card Element of elements().',
      );
    }
    const read = card.read();
    if ('error' in read) return read;
    return {
      form: {
        type: 'card',
        card: { ...read.values },
        billing_details: data.billing_details,
        metadata: data.metadata,
      },
    };
  }

  async function createPaymentMethod(first: string | PaymentMethodData, ...rest: unknown[]) {
    // The older form: createPaymentMethod('card', element, data).
    const data =
      typeof first === 'string' ? { ...(rest[1] as PaymentMethodData), type: first, card: rest[0] } : first;
    const method = methodForm(data);
    if (method.error) return { error: method.error };
    const made = await callApi<{ id: string }>(key as string, 'POST', 'payment_methods', method.form);
    return made.error ? { error: made.error } : { paymentMethod: made.answer };
  }

  async function confirmCardPayment(
    clientSecret: string,
    data: ConfirmData = {},
    options: { handleActions?: boolean } = {},
  ): Promise<Result<{ paymentIntent: BrowserIntent }>> {
    const id = intentOf(clientSecret);
    const form: Form = {
      client_secret: clientSecret,
      expected_payment_method_type: 'card',
      use_stripe_sdk: 'true',
      return_url: data.return_url,
      receipt_email: data.receipt_email,
    };
    if (typeof data.payment_method === 'string') form.payment_method = data.payment_method;
    else if (data.payment_method) {
      const method = methodForm(data.payment_method);
      if (method.error) return { error: method.error };
      form.payment_method_data = method.form;
    }
    const confirmed = await callApi<BrowserIntent>(
      key as string,
      'POST',
      `payment_intents/${id}/confirm`,
      form,
    );
    if (confirmed.error) return alreadyPaid(confirmed.error);
    return followUp(confirmed.answer, options.handleActions !== false);
  }

  async function handleCardAction(clientSecret: string) {
    const found = await retrievePaymentIntent(clientSecret);
    return found.error ? found : followUp(found.paymentIntent, true);
  }

  async function followUp(intent: BrowserIntent, handleActions: boolean) {
    if (intent.status !== 'requires_action' || !handleActions) return { paymentIntent: intent };
    const redirect = intent.next_action?.redirect_to_url;
    if (redirect) {
      location.assign(redirect.url);
      // The browser leaves the page.
      return new Promise<never>(() => {});
    }
    return authenticate(key as string, intent);
  }

  async function retrievePaymentIntent(
    clientSecret: string,
  ): Promise<Result<{ paymentIntent: BrowserIntent }>> {
    const found = await callApi<BrowserIntent>(
      key as string,
      'GET',
      `payment_intents/${intentOf(clientSecret)}`,
      {
        client_secret: clientSecret,
      },
    );
    return found.error ? { error: found.error } : { paymentIntent: found.answer };
  }

  return {
    elements: createElements,
    createPaymentMethod,
    confirmCardPayment,
    handleCardAction,
    handleNextAction: ({ clientSecret }: { clientSecret: string }) => handleCardAction(clientSecret),
    retrievePaymentIntent,
    createToken: async () => ({
      error: {
        type: 'invalid_request_error',
        message:
          'Tokens are not supported by the stand-in for Stripe.js: use createPaymentMethod or confirmCardPayment.',
      },
    }),
    registerAppInfo(): void {},
    _registerWrapper(): void {},
  };
}

/** An element's type: 'card', or a component of @stripe/react-stripe-js. */
type ElementType = string | { __elementType?: string } | null | undefined;

/** `stripe.elements()`: the fields of a form, of which only the card field exists. */
function createElements() {
  let card: CardElement | undefined;
  return {
    create(type: string, options: CardOptions = {}): CardElement {
      if (type !== 'card') {
        throw new IntegrationError(`The stand-in for Stripe.js has the Element card, not ${type}.`);
      }
      if (card && !card.destroyed) {
        throw new IntegrationError('Can only create one Element of type card through elements().');
      }
      card = new CardElement(options);
      return card;
    },
    getElement(type: ElementType): CardElement | null {
      const name = typeof type === 'string' ? type : type?.__elementType;
      return name === 'card' && card && !card.destroyed ? card : null;
    },
    update(): void {},
    fetchUpdates: async () => ({}),
    submit: async () => ({}),
  };
}

/** Treats an intent that another tab, or a confirmation with a lost response, has paid as success. */
function alreadyPaid(
  error: ApiError | { type: 'validation_error' },
): Result<{ paymentIntent: BrowserIntent }> {
  const intent = 'payment_intent' in error ? error.payment_intent : undefined;
  if (intent?.status === 'succeeded') return { paymentIntent: intent };
  return { error: error as ApiError };
}

// @stripe/stripe-js warns about any other release name.
const makeStripe = Object.assign((key: unknown, _options?: object) => createStripe(key), {
  version: 'endive',
});
Object.assign(window, { Stripe: makeStripe });
