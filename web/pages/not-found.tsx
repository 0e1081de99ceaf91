import { data, Link, useParams } from 'react-router';
import { GRID, searchPath, skuOfSegment } from '#contract/kernel/addresses.ts';
import { notFound } from '../pictures.ts';
import { OwnPicture } from '../ui/own-picture.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export const loader = () => data({ lists: [] }, { status: 404 });
export const clientLoader = () => null;

export default function NotFoundPage() {
  return <NotFound />;
}

/** Also shown for a product, a part or an order that does not exist. */
export function NotFound() {
  const segment = useParams().sku;
  const sku = segment && skuOfSegment(segment);
  return (
    <div className="wrap grid justify-items-center gap-4 py-12 text-center">
      <PageTitle>Not found</PageTitle>
      <h1>Page not found</h1>
      <OwnPicture
        picture={notFound}
        sizes="(width >= 48rem) 640px, 92vw"
        width={640}
        height={480}
        alt="Not found: an empty processor socket"
        className="h-auto w-full max-w-[640px]"
      />
      {sku ? (
        <p className="text-muted">
          No part has the number <bdi>{sku}</bdi>. It may be written in another way, or no longer sold.
        </p>
      ) : (
        <p className="text-muted">There is nothing at this address. It may have been moved or removed.</p>
      )}
      <p className="flex flex-wrap justify-center gap-3">
        {sku && (
          <Link to={searchPath(sku)} className="btn btn-primary">
            Search for it
          </Link>
        )}
        <Link to="/" className={sku ? 'btn btn-quiet' : 'btn btn-primary'}>
          Go to the home page
        </Link>
        <Link to={GRID} className="btn btn-quiet">
          All Products
        </Link>
      </p>
    </div>
  );
}
