import { IntegrationError } from './api.ts';
import { CardElement, type CardOptions } from './card-field.ts';

/** An element's type: 'card', or a component of @stripe/react-stripe-js. */
type ElementType = string | { __elementType?: string } | null | undefined;

/** `stripe.elements()`: the fields of a form, of which only the card field exists. */
export function createElements() {
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
