/** Hours for which the shop repeats the answer to an Idempotency-Key. Pages keep what they have begun for as long. */
export const KEY_HOURS = 24;
