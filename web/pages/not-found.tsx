import { data, Link } from 'react-router';
import { notFound } from '../pictures.ts';
import { OwnPicture } from '../ui/own-picture.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export const loader = () => data({ lists: [] }, { status: 404 });
export const clientLoader = () => null;

export default function NotFoundPage() {
  return <NotFound />;
}

/** Also shown for a product or an order that does not exist. */
export function NotFound() {
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
      <p className="text-muted">There is nothing at this address. It may have been moved or removed.</p>
      <p className="flex flex-wrap justify-center gap-3">
        <Link to="/" className="btn btn-primary">
          Go to the home page
        </Link>
        <Link to="/allProducts" className="btn btn-quiet">
          All Products
        </Link>
      </p>
    </div>
  );
}
