import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { categoryPictures } from '#content/home.ts';
import { categoryPath, searchPath } from '#contract/kernel/addresses.ts';
import { countOf } from '#contract/kernel/money.ts';
import type { Facets } from '#contract/products/product-lists.ts';
import { facetsOf } from '../../queries.ts';
import { SearchBox } from '../../shell/search-box.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { inCatalogue } from '../../ui/written.ts';

/** The most categories on the home page. */
const MOST_TILES = 12;

const FIELD = 'find-part';

/** A large search field, and the way into the catalogue by category. */
export function FindPart({ searches }: { searches: string[] }) {
  const { data } = useQuery(facetsOf());
  return (
    <div className="find-part">
      <div className="wrap">
        <div className="find-part-search">
          <label id={`${FIELD}-label`} htmlFor={FIELD}>
            Find a part
          </label>
          <SearchBox id={FIELD} />
          <p className="find-part-examples">
            {searches.length > 0 && 'For example '}
            {searches.map((q) => (
              <Link key={q} to={searchPath(q)} className="text-link">
                {q}
              </Link>
            ))}
          </p>
        </div>
        {data && <Tiles categories={data.categories} />}
      </div>
    </div>
  );
}

/** The topmost categories, those with most parts first. */
function Tiles({ categories }: Pick<Facets, 'categories'>) {
  const topmost = categories.filter(({ parent }) => !parent).sort((a, b) => b.count - a.count);
  return (
    <nav aria-label="Categories">
      <ul className="tiles">
        {topmost.slice(0, MOST_TILES).map(({ slug, name, count }) => (
          <li key={slug}>
            <Link to={categoryPath(slug)} className="tile">
              {categoryPictures[slug] && (
                <span className="tile-picture">
                  <ProductPicture image={categoryPictures[slug]} alt="" sizes="96px" />
                </span>
              )}
              <span className="tile-name" {...inCatalogue}>
                {name}
              </span>
              <span className="tile-count num">{countOf(count, 'part')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
