import { type EventReader, mayRead } from '#contract/log/policy.ts';
import { EVENT_GROUPS, type EventGroup } from '#contract/log/schema.ts';
import type { EventKinds } from '../ground/module.ts';

/** What a filter of the log names. */
export interface NamedKinds {
  names: string[];
  /** The kinds that tell of reconciliation's work, where the filter names that. */
  reconciliation?: string[];
}

/** What a reader of the log may see of it, or of a filter. */
export function kindsFor(reader: EventReader, filter: string | undefined, known: EventKinds): NamedKinds {
  const { names } = filter === undefined ? { names: Object.keys(known) } : readKinds(filter, known);
  return { names: names.filter((kind) => mayRead(reader, 'log', kind)) };
}

/** Reads a filter: kinds and groups, separated by commas. */
export function readKinds(filter: string, known: EventKinds): NamedKinds {
  const words = filter.split(',');
  const isGroup = (word: string) => (EVENT_GROUPS as readonly string[]).includes(word);
  const names = words
    .filter((word) => word !== 'reconciliation')
    .flatMap((word) => (isGroup(word) ? kindsIn(word, known) : [word]));
  return {
    // Each once, in one order: the same filter is the same, however it is written.
    names: [...new Set(names)].sort(),
    ...(words.includes('reconciliation') && { reconciliation: kindsIn('reconciliation', known) }),
  };
}

function kindsIn(group: string, known: EventKinds): string[] {
  return Object.entries(known).flatMap(([kind, groups]) =>
    groups.includes(group as EventGroup) ? [kind] : [],
  );
}
