import { ViewLinks } from '../../ui/view-links.tsx';
import { type OrderFilter, ordersPath, VIEWS } from './order-filter.ts';

/** One link for each state. The search stays. */
export function OrderViews({ filter }: { filter: OrderFilter }) {
  const views = VIEWS.map(({ state, label }) => ({
    label,
    to: ordersPath({ ...filter, state }),
    isCurrent: filter.state === state,
  }));
  return <ViewLinks label="Orders by state" views={views} isOneLine />;
}
