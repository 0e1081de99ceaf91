import { useRef } from 'react';
import { Link } from 'react-router';
import { CloseIcon } from '../../ui/close-icon.tsx';
import { type Chip, withoutChips } from './chips.ts';
import { type GridState, gridPath } from './grid-address.ts';

/** The active filters of the grid: a link removes each, and one removes all. */
export function ChipList({ chips, state }: { chips: Chip[]; state: GridState }) {
  const place = useRef<HTMLDivElement>(null);
  /** The link that was pressed goes away. */
  const focusList = () => place.current?.focus({ preventScroll: true });
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {chips.length > 0 && (
        <ul aria-label="Filters in use" className="chips">
          {chips.map(({ name, value, without }) => (
            <li key={`${name} ${value}`}>
              <Link to={gridPath(without)} preventScrollReset onClick={focusList} className="chip">
                <span className="sr-only">Remove </span>
                {name && <span className="text-muted">{name}: </span>}
                <bdi>{value}</bdi>
                <CloseIcon className="size-3.5" />
              </Link>
            </li>
          ))}
          {chips.length > 1 && (
            <li>
              <Link
                to={gridPath(withoutChips(state))}
                preventScrollReset
                onClick={focusList}
                className="text-link px-1 text-sm"
              >
                Clear all
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
