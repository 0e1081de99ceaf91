/** States of orders. Without schemas, because browsers load it. */

/**
 * States of a purchase: waiting for an approval, waiting for its payment, no longer held for its buyer, accepted before it is paid,
 * paid, or refunded.
 */
export const ORDER_STATES = ['to_approve', 'to_pay', 'hold_ended', 'accepted', 'paid', 'refunded'] as const;
export type OrderStateName = (typeof ORDER_STATES)[number];

/** Whether an order is neither accepted nor over: it can still be changed and deleted. */
export const isUnaccepted = (state: OrderStateName): boolean =>
  state === 'to_approve' || state === 'to_pay' || state === 'hold_ended';

/** Whether an order waits for an approval, or was sent back and waits for its buyer. Both keep it from being paid. */
export const APPROVAL_STATES = ['waiting', 'sent_back'] as const;

/** Whether an order can be paid as it stands. */
export const isPayable = ({
  state,
  approval,
}: {
  state: OrderStateName;
  approval?: (typeof APPROVAL_STATES)[number] | undefined;
}): boolean =>
  approval === undefined && (state === 'to_pay' || state === 'hold_ended' || state === 'accepted');
