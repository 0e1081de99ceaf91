import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { priceAtMinimum } from '#contract/minimum.ts';
import { formatPrice } from '#contract/money.ts';
import { statusOf } from '../../api-problem.ts';
import { findListed, product as productQuery } from '../../queries.ts';
import { RequireUser } from '../../session.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { LoadingPage } from '../../ui/loading-page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { NotFound } from '../not-found.tsx';
import { AttributeTable } from './attribute-table.tsx';
import { Ordering } from './ordering.tsx';
import { ProductFacts } from './product-facts.tsx';

export default function ProductDetailPage() {
  return (
    <RequireUser title="Product">
      <ProductDetail />
    </RequireUser>
  );
}

function ProductDetail() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const query = useQuery(productQuery(id));
  const { error, refetch } = query;
  const gone = statusOf(error) === 404;
  // The product from a cached list is shown while the product itself loads, and during an outage.
  const data = query.data ?? (gone ? undefined : findListed(client, id));

  if (!data && gone) return <NotFound />;
  if (!data && error) {
    return (
      <div className="wrap py-10">
        <PageTitle>Product</PageTitle>
        <h1 className="mb-6">Product</h1>
        <LoadProblem error={error} what="this product" retry={refetch} />
      </div>
    );
  }
  if (!data) {
    return <LoadingPage title="Product" />;
  }
  return (
    <div className="wrap grid gap-8 py-8 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:grid-rows-[auto_1fr] md:gap-y-4 lg:grid-cols-2 lg:gap-x-10 lg:py-6">
      <PageTitle>{data.name}</PageTitle>
      <div
        className="stage rounded-box border border-base-300 p-4 sm:p-8"
        style={{ viewTransitionName: 'product-picture' }}
      >
        <ProductPicture
          image={data.image}
          alt={data.name}
          sizes="(width >= 64rem) 640px, (width >= 48rem) 40vw, 92vw"
          load="first"
        />
      </div>
      <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1">
        <h1 {...inCatalogue} className="break-words">
          {data.name}
        </h1>
        <p {...inCatalogue} className="mt-2 text-muted">
          {data.shortDetails}
        </p>
        <div className="fact-line">
          <ProductFacts product={data} />
          <p className="num mt-2 w-full text-base lg:mt-0 lg:w-auto">
            <span className="font-semibold text-2xl tracking-tight">{formatPrice(priceAtMinimum(data))}</span>{' '}
            <span className="text-muted">per unit</span>
          </p>
        </div>
        <Ordering key={data._id} product={data} gone={gone} />
      </div>
      <AttributeTable product={data} />
    </div>
  );
}
