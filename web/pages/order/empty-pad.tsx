import { Link } from 'react-router';
import { GRID } from '#contract/kernel/addresses.ts';
import type { Product } from '#contract/products/schema.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from './pasting/pasting.tsx';
import type { PastingState } from './pasting/use-pasting.ts';

interface Props {
  /** Parts on sale, of which an example is made. */
  parts: readonly Product[];
  pasting: PastingState;
  isPhone: boolean;
}

/** Says what the pad takes, with an example to try. */
export function EmptyPad({ parts, pasting, isPhone }: Props) {
  const example = exampleOf(parts);
  return (
    <section className="pad-empty" aria-labelledby="pad-empty">
      <div>
        <h2 id="pad-empty">Paste your list</h2>
        <p className="mt-2 text-muted">
          Rows of a spreadsheet, an email or a BOM:{' '}
          {isPhone
            ? 'copy them and paste them into the field above. Or choose a CSV or Excel file.'
            : 'copy them, click here and press Ctrl+V. Or drop a CSV or Excel file on this page.'}{' '}
          Lines that we can’t match stay on the pad, so that you can fix them.
        </p>
        <p className="mt-3 flex flex-wrap items-center gap-4">
          <FileButton pasting={pasting} />
          <Link to={GRID} className="text-link">
            Look at All Products
          </Link>
        </p>
      </div>
      {example && (
        <figure>
          <figcaption className="text-muted text-xs">For example</figcaption>
          <pre className="pad-example">{example}</pre>
          <Button small onClick={() => pasting.paste(example)}>
            Try these lines
          </Button>
        </figure>
      )}
    </section>
  );
}

/** Returns three lines as people write them. */
function exampleOf([first, second, third]: readonly Product[]): string | undefined {
  if (!first || !second || !third) return undefined;
  return [
    `${Math.max(first.minOrder, 150)} ${first.sku}`,
    `${second.sku} - ${Math.max(second.minOrder, 200)} pcs`,
    `${Math.max(third.minOrder, 500)}x ${third.name}`,
  ].join('\n');
}
