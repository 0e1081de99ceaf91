const NAMES: Record<string, string> = {
  shop: 'the shop itself',
  reconciliation: 'reconciliation',
  webhook: 'the payment provider',
};

/** Returns the name for the log's `who`: a person's email, or a part of the shop. */
export function actorName(who: string): string {
  return NAMES[who] ?? who;
}
