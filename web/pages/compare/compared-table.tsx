import { useId } from 'react';
import { Link } from 'react-router';
import { comparePath, partPath } from '#contract/kernel/addresses.ts';
import { shortage } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';
import { AddToOrder } from '../../basket/cart/add-to-order.tsx';
import { dropCompared } from '../../compared.ts';
import { compareParts, type Row } from '../../parts/compare-parts.ts';
import { Button } from '../../ui/button.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { inCatalogue } from '../../ui/written.ts';

/** A column for each part, and a row for each fact. The box that hides what is the same needs no script. */
export function ComparedTable({ parts }: { parts: Product[] }) {
  const boxId = useId();
  const { different, same } = compareParts(parts);
  return (
    <>
      <div className="compare-tools">
        <label htmlFor={boxId} className="label">
          <input id={boxId} type="checkbox" className="compare-only" disabled={different.length === 0} />
          Only what differs
        </label>
        <Button small className="needs-script" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll a table that is wider than the window */}
      <section className="compare-scroll" aria-label="Parts side by side" tabIndex={0}>
        <table className="compare-table num">
          <thead>
            <tr>
              <td />
              {parts.map((part) => (
                <th key={part._id} scope="col">
                  <PartHead part={part} others={parts.filter((other) => other !== part)} />
                </th>
              ))}
            </tr>
          </thead>
          {different.length > 0 && <Rows title="Different" rows={different} parts={parts} />}
          {same.length > 0 && (
            <Rows title={parts.length > 1 ? 'The same' : 'Facts'} rows={same} parts={parts} isSame />
          )}
        </table>
      </section>
    </>
  );
}

interface RowsProps {
  title: string;
  rows: Row[];
  parts: Product[];
  isSame?: boolean;
}

function Rows({ title, rows, parts, isSame = false }: RowsProps) {
  return (
    <tbody className={isSame ? 'compare-same' : undefined}>
      <tr>
        <th scope="rowgroup" colSpan={parts.length + 1}>
          {title}
        </th>
      </tr>
      {rows.map(({ key, name, values }) => (
        <tr key={key}>
          <th scope="row" {...inCatalogue}>
            {name}
          </th>
          {parts.map(({ _id }, column) => (
            <td key={_id} {...inCatalogue}>
              {values[column] ?? '–'}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function PartHead({ part, others }: { part: Product; others: Product[] }) {
  const { _id, name, sku, image } = part;
  const short = shortage(part);
  return (
    <div className="compare-head">
      <div className="stage p-2">
        <ProductPicture image={image} alt="" sizes="200px" load="eager" />
      </div>
      <Link to={partPath(sku)} {...inCatalogue} className="text-link">
        {name}
      </Link>
      <span className="id">{sku}</span>
      <span className="compare-actions">
        {short ? (
          <span className="text-sm">{short}</span>
        ) : (
          <>
            <Link to={`/products/${_id}`} className="btn btn-primary btn-sm">
              Purchase Now
            </Link>
            <AddToOrder product={part} className="btn-quiet btn-sm" />
          </>
        )}
        <Link
          to={comparePath(others.map((other) => other._id))}
          replace
          preventScrollReset
          className="btn btn-ghost btn-sm"
          aria-label={`Remove ${name}`}
          onClick={() => dropCompared(_id)}
        >
          Remove
        </Link>
      </span>
    </div>
  );
}
