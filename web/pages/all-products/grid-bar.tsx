import { Link } from 'react-router';
import { icon } from '../../ui/icons.tsx';
import { FACET_DRAWER } from './facet-drawer.tsx';
import { type GridState, gridPath } from './grid-address.ts';
import { rememberView, type View } from './view.ts';

const FilterIcon = icon('M4 7h16M7 12h10M10 17h4');
const CardsIcon = icon('M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z');
const ListIcon = icon('M4 6h16M4 10h16M4 14h16M4 18h16');

const VIEWS = [
  { view: 'cards', label: 'Cards', Icon: CardsIcon },
  { view: 'list', label: 'List', Icon: ListIcon },
] as const;

/** Opens the drawer of filters, and says how many are in use. Not there where the filters are a column. */
export function FilterButton({ count }: { count: number }) {
  return (
    <button type="button" popoverTarget={FACET_DRAWER} className="btn btn-quiet min-[72rem]:hidden">
      <FilterIcon className="size-4" /> Filters{count > 0 && ` (${count})`}
    </button>
  );
}

/** Changes between cards and list. The choice is remembered, and in the address, so that a link shows the same. */
export function ViewToggle({ state, view }: { state: GridState; view: View }) {
  return (
    <nav aria-label="View" className="join-links">
      {VIEWS.map((one) => (
        <Link
          key={one.view}
          to={gridPath({ ...state, view: one.view })}
          replace
          preventScrollReset
          aria-current={one.view === view ? 'true' : undefined}
          onClick={() => rememberView(one.view)}
        >
          <one.Icon className="size-4" /> <span className="max-lg:sr-only">{one.label}</span>
        </Link>
      ))}
    </nav>
  );
}
