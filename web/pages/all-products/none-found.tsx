import { Link } from 'react-router';
import { focusSearch } from '../../shell/search-box.tsx';
import { type Chip, withoutChips } from './chips.ts';
import { type GridState, gridPath } from './grid-address.ts';

interface Props {
  state: GridState;
  chips: Chip[];
}

/** Says that nothing fits, and what to do about it. */
export function NoneFound({ state, chips }: Props) {
  const { q } = state;
  if (!q && chips.length === 0) {
    return (
      <p className="sheet p-6 text-muted">No products yet. They appear here as soon as there are some.</p>
    );
  }
  const isOfWords = q !== undefined && chips.length === 1;
  return (
    <div className="sheet grid justify-items-start gap-2 p-6">
      {isOfWords ? (
        <p>
          No part matches “<bdi>{q}</bdi>”. Try fewer or shorter words.
        </p>
      ) : (
        <p>No parts match all of these filters. Remove one above, or clear them all.</p>
      )}
      <Link
        to={gridPath(withoutChips(state))}
        preventScrollReset
        className="btn btn-quiet mt-2"
        onClick={isOfWords ? focusSearch : undefined}
      >
        {isOfWords ? 'Clear' : 'Clear all'}
      </Link>
    </div>
  );
}
