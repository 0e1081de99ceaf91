/** Hours for which the shop replays the response to an Idempotency-Key, and for which pages keep drafts and placed orders. */
export const KEY_HOURS = 24;
