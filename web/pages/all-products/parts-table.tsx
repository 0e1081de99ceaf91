import { attributeText } from '#contract/products/facts-words.ts';
import { FACET_PREFIX } from '#contract/products/narrowing.ts';
import type { Sort } from '#contract/products/sorts.ts';
import type { OfferedProduct } from '../../parts/use-offered.ts';
import { SortHeading } from '../../ui/sort-heading.tsx';
import type { Columns } from './columns.ts';
import { type GridState, gridPath } from './grid-address.ts';
import { PartRow } from './part-row.tsx';
import { HEAD, ROW, ROWS, TABLE } from './table-roles.ts';

interface Props {
  products: OfferedProduct[];
  state: GridState;
  /** The columns of attributes, and what is the same in every row. */
  layout: Columns;
  /** How many pictures are on the first screen. */
  eager: number;
}

/** Parts as rows of a table, for people who read it all day. Its columns sort all of the parts, at the server. */
export function PartsTable({ products, state, layout, eager }: Props) {
  const { columns, same } = layout;
  const heading = (label: string, sorts: [Sort, Sort], className: string, unit?: string) => (
    <SortHeading
      key={sorts.join()}
      {...HEAD}
      sorts={sorts}
      className={className}
      sort={state.sort}
      toSorted={(sort) => gridPath({ ...state, sort, after: '' })}
    >
      {label}
      {unit && <span className="font-normal">, {unit}</span>}
    </SortHeading>
  );
  return (
    <>
      {same.length > 0 && (
        <p className="num mb-2 text-muted text-sm">
          All parts: <bdi>{same.map((one) => `${one.name} ${attributeText(one)}`).join(', ')}</bdi>
        </p>
      )}
      <div className="parts">
        <table {...TABLE} className="parts-table num">
          <caption className="sr-only">Parts</caption>
          <thead {...ROWS}>
            <tr {...ROW}>
              <th {...HEAD} scope="col" className="compare">
                <span className="sr-only">Compare</span>
              </th>
              <th {...HEAD} scope="col" className="picture">
                <span className="sr-only">Picture</span>
              </th>
              {heading('Part', ['name', '-name'], 'name')}
              {columns.map(({ key, name, unit, className }) =>
                heading(name, [`${FACET_PREFIX}${key}`, `-${FACET_PREFIX}${key}`], className, unit),
              )}
              {columns.length === 0 && (
                <th {...HEAD} scope="col" className="attribute attribute-1">
                  Key attributes
                </th>
              )}
              {heading('In stock', ['-stock', 'stock'], 'stock number')}
              <th {...HEAD} scope="col" className="minimum number">
                Minimum
              </th>
              {heading('Price per unit', ['price', '-price'], 'price number')}
              <th {...HEAD} scope="col" className="action">
                <span className="sr-only">Order</span>
              </th>
            </tr>
          </thead>
          <tbody {...ROWS}>
            {products.map((product, index) => (
              <PartRow
                key={product._id}
                product={product}
                columns={columns}
                load={index >= eager ? 'lazy' : index === 0 ? 'first' : 'eager'}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
