import { createHmac } from 'node:crypto';
import { type Brand, brandOf, luhn } from './browser/card-input.ts';
import { wrongCard } from './errors.ts';

/** A decline: the error's code, its decline code (not all have one) and the buyer's message. */
export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
}

const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});

export const DECLINES = {
  generic: declined('generic_decline'),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  fraudulent: declined('fraudulent'),
  velocity: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  live_card: declined(
    'live_mode_test_card',
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} satisfies Record<string, Decline>;

/** Behaviour of a card when it is charged, stored instead of its number. */
export interface Behaviour {
  decline?: keyof typeof DECLINES;
  /** 3-D Secure is required before the charge. */
  authentication?: true;
  /** Refunds are pending for some seconds, or fail some seconds after they succeeded. */
  refund?: 'pending' | 'fails';
  /** The buyer's bank disputes the charge right after it for this reason, or opens an inquiry. */
  dispute?: 'fraudulent' | 'product_not_received' | 'inquiry';
}

export interface TestCard extends Behaviour {
  number: string;
  /** The names after `pm_card_`. */
  tokens: string[];
  funding?: 'debit' | 'prepaid';
  country?: string;
}

/** https://docs.stripe.com/testing */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', tokens: ['visa', 'us', 'threeDSecureOptional'] },
  { number: '4000056655665556', tokens: ['visa_debit'], funding: 'debit' },
  { number: '5555555555554444', tokens: ['mastercard'] },
  { number: '2223003122003222', tokens: [] },
  { number: '5200828282828210', tokens: ['mastercard_debit'], funding: 'debit' },
  { number: '5105105105105100', tokens: ['mastercard_prepaid'], funding: 'prepaid' },
  { number: '378282246310005', tokens: ['amex'] },
  { number: '371449635398431', tokens: [] },
  { number: '6011111111111117', tokens: ['discover'] },
  { number: '6011000990139424', tokens: [] },
  { number: '6011981111111113', tokens: [], funding: 'debit' },
  { number: '3056930009020004', tokens: ['diners'] },
  { number: '36227206271667', tokens: [] },
  { number: '3566002020360505', tokens: ['jcb'] },
  { number: '6200000000000005', tokens: ['unionpay'] },
  { number: '4000000000003055', tokens: ['threeDSecure2Optional'] },
  { number: '4000000000000077', tokens: ['bypassPending'] },

  { number: '4000000000000002', tokens: ['chargeDeclined'], decline: 'generic' },
  { number: '4000000000000341', tokens: ['chargeCustomerFail'], decline: 'generic' },
  { number: '4000000000009995', tokens: ['chargeDeclinedInsufficientFunds'], decline: 'insufficient_funds' },
  { number: '4000000000009987', tokens: ['chargeDeclinedLostCard'], decline: 'lost_card' },
  { number: '4000000000009979', tokens: ['chargeDeclinedStolenCard'], decline: 'stolen_card' },
  { number: '4100000000000019', tokens: ['chargeDeclinedFraudulent', 'radarBlock'], decline: 'fraudulent' },
  { number: '4000000000006975', tokens: ['chargeDeclinedVelocityLimitExceeded'], decline: 'velocity' },
  { number: '4000000000000069', tokens: ['chargeDeclinedExpiredCard'], decline: 'expired_card' },
  { number: '4000000000000127', tokens: ['chargeDeclinedIncorrectCvc'], decline: 'incorrect_cvc' },
  { number: '4000000000000119', tokens: ['chargeDeclinedProcessingError'], decline: 'processing_error' },

  { number: '4000002500003155', tokens: ['authenticationRequiredOnSetup'], authentication: true },
  { number: '4000002760003184', tokens: ['authenticationRequired'], authentication: true },
  { number: '4000000000003220', tokens: ['threeDSecure2Required'], authentication: true },
  {
    number: '4000008260003178',
    tokens: ['authenticationRequiredChargeDeclinedInsufficientFunds'],
    authentication: true,
    decline: 'insufficient_funds',
  },
  {
    number: '4000008400001629',
    tokens: ['threeDSecureRequiredChargeDeclined'],
    authentication: true,
    decline: 'generic',
  },

  { number: '4000000000007726', tokens: ['pendingRefund'], refund: 'pending' },
  { number: '4000000000005126', tokens: ['refundFail'], refund: 'fails' },

  { number: '4000000000000259', tokens: ['createDispute'], dispute: 'fraudulent' },
  {
    number: '4000000000002685',
    tokens: ['createDisputeProductNotReceived'],
    dispute: 'product_not_received',
  },
  { number: '4000000000001976', tokens: ['createDisputeInquiry'], dispute: 'inquiry' },
];

const BY_NUMBER = new Map(TEST_CARDS.map((card) => [card.number, card]));

/** Returns the card of a token `pm_card_...`. Tokens of declined cards may name the brand (`pm_card_visa_chargeDeclined`). */
export function cardOfToken(id: string): TestCard | undefined {
  const token = id.replace(/^pm_card_/, '');
  if (token === id) return undefined;
  const short = token.replace(/^visa_(?=charge)/, '');
  return TEST_CARDS.find((card) => card.tokens.includes(short));
}

/** Lengths of valid numbers, which include some that Stripe's card field does not accept. */
const LENGTHS: Partial<Record<Brand, number[]>> = {
  visa: [13, 16, 19],
  mastercard: [16],
  amex: [15],
  discover: [16, 19],
  diners: [14, 16],
  jcb: [16],
  unionpay: [16, 17, 18, 19],
};

export interface CardInput {
  number: string;
  expMonth: number;
  expYear: number;
  cvc?: string;
}

/** What the API stores of a card; never its number. */
export interface CardFacts {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  funding: string;
  country: string;
  fingerprint: string;
  cvcChecked: boolean;
  behaviour: Behaviour;
}

/** Validates a card as Stripe does for a new PaymentMethod. Throws a 402 with Stripe's code. */
export function checkCard(input: CardInput, fingerprintSecret: string, today = new Date()): CardFacts {
  const number = input.number.replace(/[\s-]/g, '');
  const brand = brandOf(number);
  if (!/^\d{12,19}$/.test(number)) {
    throw wrongCard('invalid_number', 'number', 'The card number is not a valid credit card number.');
  }
  if (!luhn(number) || !(LENGTHS[brand]?.includes(number.length) ?? true)) {
    throw wrongCard('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  const expYear = input.expYear < 100 ? 2000 + input.expYear : input.expYear;
  if (!(input.expMonth >= 1 && input.expMonth <= 12)) {
    throw wrongCard('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  const thisYear = today.getUTCFullYear();
  if (!(expYear >= thisYear && expYear <= thisYear + 50)) {
    throw wrongCard('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (expYear === thisYear && input.expMonth < today.getUTCMonth() + 1) {
    throw wrongCard('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  const cvcLength = brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (input.cvc !== undefined && !cvcLength.test(input.cvc)) {
    throw wrongCard('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
  const test = BY_NUMBER.get(number);
  return {
    brand,
    last4: number.slice(-4),
    expMonth: input.expMonth,
    expYear,
    funding: test?.funding ?? 'credit',
    country: test?.country ?? 'US',
    fingerprint: createHmac('sha256', fingerprintSecret).update(number).digest('base64url').slice(0, 16),
    cvcChecked: input.cvc !== undefined,
    behaviour: behaviourOf(test, input.cvc !== undefined),
  };
}

function behaviourOf(test: TestCard | undefined, hasCvc: boolean): Behaviour {
  if (!test) return { decline: 'live_card' };
  const { decline, authentication, refund, dispute } = test;
  return {
    ...(decline && (decline !== 'incorrect_cvc' || hasCvc) && { decline }),
    ...(authentication && { authentication }),
    ...(refund && { refund }),
    ...(dispute && { dispute }),
  };
}
