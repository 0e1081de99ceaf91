import { Link } from 'react-router';
import { trailOf } from '#contract/categories/category-tree.ts';
import { formatCount } from '#contract/kernel/money.ts';
import { FACET_PREFIX } from '#contract/products/narrowing.ts';
import type { Facets } from '#contract/products/product-lists.ts';
import { inCatalogue } from '../../ui/written.ts';
import { type GridState, gridPath } from './grid-address.ts';

type Category = Facets['categories'][number];

interface Props {
  categories: Category[];
  state: GridState;
}

/** The categories as links: the topmost, and those below the chosen one and above it. */
export function CategoryTree({ categories, state }: Props) {
  const open = trailOf(categories, state.category ?? '').map(({ slug }) => slug);
  // Of a category in which nothing is found, those above it are not told.
  const slugs = new Set<string | undefined>(categories.map(({ slug }) => slug));
  // Attributes are those of a category; the rest stays.
  const to = (category: string) =>
    gridPath({ ...state, category, facets: {}, after: '', sort: keptSort(state) });

  function below(parent: string | undefined) {
    const some = categories.filter((one) => (slugs.has(one.parent) ? one.parent : undefined) === parent);
    if (some.length === 0) return null;
    return (
      <ul className={parent === undefined ? 'category-tree' : ''}>
        {some.map(({ slug, name, count }) => (
          <li key={slug}>
            <Link
              to={to(slug)}
              preventScrollReset
              aria-current={slug === state.category ? 'true' : undefined}
              className="facet-line"
            >
              <span {...inCatalogue}>{name}</span>
              <span className="facet-count">{formatCount(count)}</span>
            </Link>
            {open.includes(slug) && below(slug)}
          </li>
        ))}
      </ul>
    );
  }

  return (
    <nav aria-label="Categories">
      {state.category && (
        <Link to={to('')} preventScrollReset className="facet-line">
          All categories
        </Link>
      )}
      {below(undefined)}
    </nav>
  );
}

/** An attribute's order goes with its category. */
function keptSort({ sort }: GridState): GridState['sort'] {
  return sort?.includes(FACET_PREFIX) ? undefined : sort;
}
