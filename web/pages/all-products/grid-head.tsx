import type { ReactNode } from 'react';
import { trailOf } from '#contract/categories/category-tree.ts';
import { categoryPath, GRID } from '#contract/kernel/addresses.ts';
import { countOf } from '#contract/kernel/money.ts';
import type { Facets } from '#contract/products/product-lists.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import type { GridState } from './grid-address.ts';

interface Props {
  state: GridState;
  facets: Facets | undefined;
  /** The number of parts that were found; undefined until it is known. */
  total: number | undefined;
  /** Controls for the grid's order and view. */
  children: ReactNode;
}

/** The head of the grid: breadcrumb, title, summary of the category, and the number of parts. */
export function GridHead({ state, facets, total, children }: Props) {
  const trail = trailOf(facets?.categories ?? [], state.category ?? '');
  const category = trail.at(-1);
  const title = category?.name ?? 'All Products';
  return (
    <header className="mb-4">
      <PageTitle
        summary={category ? summaryOf(category.name, facets!) : SUMMARY}
        path={category ? categoryPath(category.slug) : GRID}
      >
        {title}
      </PageTitle>
      {category && (
        <Breadcrumb
          above={[
            { to: GRID, label: 'All Products' },
            ...trail.slice(0, -1).map(({ slug, name }) => ({ to: categoryPath(slug), label: name })),
          ]}
          here={category.name}
        />
      )}
      <div className="grid-bar">
        <div className="me-auto flex flex-wrap items-baseline gap-x-4">
          <h1>{title}</h1>
          <p role="status" className="num text-muted">
            {total !== undefined && countOf(total, 'part')}
          </p>
        </div>
        {children}
      </div>
    </header>
  );
}

const SUMMARY = 'Every computer part we stock, with price per unit, minimum order and available quantity.';

/** A category's summary for search engines. */
function summaryOf(name: string, { facets }: Facets): string {
  const attributes = facets.slice(0, 4).map((facet) => facet.name.toLowerCase());
  const narrowed = attributes.length > 0 ? `, by ${attributes.join(', ')}` : '';
  return `${name} in stock for business buyers${narrowed}: price per unit with price breaks, minimum order and available quantity.`;
}
