import type { Instead } from '#contract/suggestions.ts';

interface Props {
  q: string | undefined;
  instead: Instead | undefined;
}

/** Says that no part has what was searched for, and what is shown instead. Screen readers are told. */
export function FoundInstead({ q, instead: { nearest, corrected } = {} }: Props) {
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
    </div>
  );
}
