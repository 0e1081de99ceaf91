import { EVENT_GROUPS, type EventGroup } from '#contract/events.ts';
import type { EventKinds } from '../module.ts';

/** What a filter of the log names. */
export interface NamedKinds {
  kinds: string[];
  /** The kinds that tell of reconciliation's work, where the filter names that. */
  reconciliation?: string[];
}

/** What staff reads of the log: of the goods, not of people and payments. */
export function kindsForStaff(filter: string | undefined, known: EventKinds): NamedKinds {
  const readable = [...kindsIn('orders', known), ...kindsIn('stock', known)];
  if (filter === undefined) return { kinds: [...new Set(readable)] };
  return { kinds: readKinds(filter, known).kinds.filter((kind) => readable.includes(kind)) };
}

/** Reads a filter: kinds and groups, separated by commas. */
export function readKinds(filter: string, known: EventKinds): NamedKinds {
  const words = filter.split(',');
  const isGroup = (word: string) => (EVENT_GROUPS as readonly string[]).includes(word);
  return {
    kinds: words
      .filter((word) => word !== 'reconciliation')
      .flatMap((word) => (isGroup(word) ? kindsIn(word, known) : [word])),
    ...(words.includes('reconciliation') && { reconciliation: kindsIn('reconciliation', known) }),
  };
}

function kindsIn(group: string, known: EventKinds): string[] {
  return Object.entries(known).flatMap(([kind, groups]) =>
    groups.includes(group as EventGroup) ? [kind] : [],
  );
}
