import type { EventGroup, EventListQuery } from '#contract/log/schema.ts';
import { pathWith } from '../../../path-with.ts';

/** The filter of the log. */
export type LogFilter = Pick<EventListQuery, 'kind' | 'person' | 'order' | 'product'>;

const FIELDS = ['kind', 'person', 'order', 'product'] as const;

/** The views of the log, by the `kind` in the address. Without a kind the log shows everything that one may read. */
export const VIEWS: { kind: EventGroup | undefined; label: string; forStaff?: true }[] = [
  { kind: undefined, label: 'Everything', forStaff: true },
  { kind: 'orders', label: 'Orders', forStaff: true },
  { kind: 'payments', label: 'Payments & reconciliation' },
  { kind: 'stock', label: 'Stock', forStaff: true },
  { kind: 'people', label: 'People & sign-ins' },
  { kind: 'reconciliation', label: 'What reconciliation found and did' },
];

/** Reads the filter of the log from the address. */
export function readFilter(search: URLSearchParams): LogFilter {
  const filter: LogFilter = {};
  for (const field of FIELDS) {
    const value = search.get(field)?.trim();
    if (value) filter[field] = value;
  }
  return filter;
}

/** Returns the address of the log with a filter. */
export function logPath({ kind, person, order, product }: LogFilter): string {
  return pathWith('/dashboard/log', { kind, person, order, product });
}
