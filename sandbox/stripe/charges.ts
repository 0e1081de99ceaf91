import type Stripe from 'stripe';
import type { Decline } from './cards.ts';
import { absent, newId, now } from './store.ts';

export interface ChargeFacts {
  decline: Decline | undefined;
  authenticated: boolean;
}

/** Builds the charge of an intent with a card: captured, or failed with the bank's reason. */
export function buildCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { decline, authenticated }: ChargeFacts,
): Stripe.Charge {
  const id = newId('ch');
  const card = method.card!;
  const cvcCheck =
    card.checks?.cvc_check === null ? null : decline?.code === 'incorrect_cvc' ? 'fail' : 'pass';
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    ...absent('application', 'application_fee', 'application_fee_amount', 'balance_transaction', 'customer'),
    ...absent('failure_balance_transaction', 'on_behalf_of', 'receipt_number', 'receipt_url', 'review'),
    ...absent('shipping', 'source', 'source_transfer', 'statement_descriptor', 'transfer_data'),
    ...absent('transfer_group'),
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: !decline,
    created: now(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: {
      advice_code: decline ? 'try_again_later' : null,
      network_advice_code: null,
      network_decline_code: decline ? '01' : null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline ? (decline.decline_code ?? decline.code) : null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: decline
        ? `The bank returned the decline code \`${decline.decline_code ?? decline.code}\`.`
        : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: decline ? null : intent.amount,
        authorization_code: decline ? null : '123456',
        brand: card.brand,
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: cvcCheck },
        country: card.country,
        ...absent('electronic_commerce_indicator', 'installments', 'mandate', 'network_transaction_id'),
        ...absent('transaction_link_id', 'wallet'),
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: card.fingerprint ?? null,
        funding: card.funding,
        last4: card.last4,
        network: card.brand,
        regulated_status: 'unregulated',
        three_d_secure: authenticated
          ? {
              authentication_flow: 'challenge',
              electronic_commerce_indicator: '05',
              exemption_indicator: null,
              result: 'authenticated',
              result_reason: null,
              transaction_id: null,
              version: '2.2.0',
            }
          : null,
      },
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    refunded: false,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
  };
}
