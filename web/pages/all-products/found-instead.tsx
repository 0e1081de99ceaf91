import { countOf } from '#contract/kernel/money.ts';
import type { Instead } from '#contract/products/suggestions.ts';
import { sayLeftOut } from '../../left-out.ts';

interface Props {
  q: string | undefined;
  instead: Instead | undefined;
  /** The number of parts that are found. */
  total: number;
}

/** Says that no part has what was searched for, and what is shown instead. Screen readers are told. */
export function FoundInstead({ q, instead: { nearest, corrected, leftOut, beside } = {}, total }: Props) {
  return (
    <div role="status">
      {nearest && (
        <p className="mb-3">
          No part is numbered{' '}
          <bdi>
            <b>{q}</b>
          </bdi>
          . Nearest:
        </p>
      )}
      {corrected !== undefined && (
        <p className="mb-3">
          No part matches “<bdi>{q}</bdi>”. Showing results for “
          <bdi>
            <b>{corrected}</b>
          </bdi>
          ”.
        </p>
      )}
      {leftOut && (
        <p className="mb-3">
          <bdi>{sayLeftOut({ leftOut, beside })}</bdi> {countOf(total, 'part')} without{' '}
          {leftOut.length === 1 ? 'it' : 'them'}:
        </p>
      )}
    </div>
  );
}
