import { Link } from 'react-router';
import { comparePath, MOST_COMPARED } from '#contract/kernel/addresses.ts';
import { clearCompared, useCompared } from '../compared.ts';
import { Button } from '../ui/button.tsx';

/** The parts that are chosen for the comparison, at the lower edge of the window. Nothing without any. */
export function CompareBar() {
  const ids = useCompared();
  return (
    <>
      <p role="status" className="sr-only">
        {ids.length > 0 && `${ids.length} of ${MOST_COMPARED} parts chosen to compare`}
      </p>
      {ids.length > 0 && (
        <section aria-label="Compare" className="compare-bar">
          <p className="num text-muted text-sm">
            {ids.length === 1
              ? 'Choose another part to compare with'
              : `${ids.length} of ${MOST_COMPARED} chosen`}
          </p>
          <Button kind="ghost" small className="ms-auto" onClick={clearCompared}>
            Clear
          </Button>
          {ids.length > 1 && (
            <Link to={comparePath(ids)} className="btn btn-primary btn-sm">
              Compare {ids.length} parts
            </Link>
          )}
        </section>
      )}
    </>
  );
}
