import { pathWith } from '../../../path-with.ts';
import { DISPUTES } from '../menu-entries.ts';

/** The views of Disputes and refunds, by `view` in the address. The first one is what waits for an admin. */
export const VIEWS = [
  { view: undefined, label: 'To answer' },
  { view: 'open', label: 'Open disputes' },
  { view: 'over', label: 'Closed disputes' },
  { view: 'refunds', label: 'Refunds due' },
] as const;
export type View = (typeof VIEWS)[number]['view'];

/** Reads the view from the address. */
export function readView(search: URLSearchParams): View {
  return VIEWS.find(({ view }) => view === search.get('view'))?.view;
}

/** Returns the address of a view. */
export function disputesPath(view?: View): string {
  return pathWith(DISPUTES, { view });
}
