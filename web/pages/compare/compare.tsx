import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { GRID, MOST_COMPARED, readCompared } from '#contract/kernel/addresses.ts';
import { formatCount } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { loadLists, pageContext } from '../../page-context.ts';
import { loadSeveral, severalProducts } from '../../several-products.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ComparedTable } from './compared-table.tsx';
import './compare.css';

export const handle: PageHandle = { fields: ['ids'] };

export function loader({ context, request }: LoaderFunctionArgs) {
  const { load } = context.get(pageContext);
  const ids = readCompared(new URL(request.url).searchParams.get('ids'));
  return loadLists(loadSeveral(load, ids));
}

export const clientLoader = () => null;

/** Parts side by side, as the address names them. */
export default function ComparePage() {
  const [search] = useSearchParams();
  const ids = readCompared(search.get('ids'));
  const client = useQueryClient();
  const query = useQuery(severalProducts(client, ids));
  return (
    <div className="wrap py-8 compare-page">
      <PageTitle>Compare parts</PageTitle>
      <h1 className="mb-4">Compare parts</h1>
      {ids.length === 0 ? (
        <NothingChosen />
      ) : (
        <Loaded query={query} what="the parts" shape="list">
          {(parts) => (
            <>
              {parts.length < ids.length && (
                <p role="status" className="mb-4">
                  {missing(ids.length - parts.length)}
                </p>
              )}
              {parts.length === 0 ? <NothingChosen /> : <ComparedTable parts={parts} />}
            </>
          )}
        </Loaded>
      )}
    </div>
  );
}

function NothingChosen() {
  return (
    <div className="sheet grid justify-items-start gap-2 p-6">
      <p>Choose up to {MOST_COMPARED} parts with “Compare”, and see here what differs.</p>
      <Link to={GRID} className="btn btn-primary mt-2">
        All Products
      </Link>
    </div>
  );
}

function missing(count: number): string {
  return count === 1
    ? 'One of the parts is no longer sold.'
    : `${formatCount(count)} of the parts are no longer sold.`;
}
