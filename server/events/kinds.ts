import { EVENT_GROUPS, type EventGroup } from '#contract/events.ts';
import type { EventKinds } from '../module.ts';

/** What a filter of the log names. */
export interface NamedKinds {
  kinds: string[];
  /** The kinds that tell of reconciliation's work, where the filter names that. */
  reconciliation?: string[];
}

/** Reads a filter: kinds and groups, separated by commas. */
export function readKinds(filter: string, known: EventKinds): NamedKinds {
  const words = filter.split(',');
  const kindsIn = (group: string) =>
    Object.entries(known).flatMap(([kind, groups]) => (groups.includes(group as EventGroup) ? [kind] : []));
  const isGroup = (word: string) => (EVENT_GROUPS as readonly string[]).includes(word);
  return {
    kinds: words
      .filter((word) => word !== 'reconciliation')
      .flatMap((word) => (isGroup(word) ? kindsIn(word) : [word])),
    ...(words.includes('reconciliation') && { reconciliation: kindsIn('reconciliation') }),
  };
}
