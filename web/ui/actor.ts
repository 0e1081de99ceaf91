const NAMES: Record<string, string> = {
  shop: 'the shop itself',
  reconciliation: 'reconciliation',
  webhook: 'the payment provider',
};

/** Who did something, from the log's `who`: a person's email, or what did it when nobody did. */
export function actorName(who: string): string {
  return NAMES[who] ?? who;
}
