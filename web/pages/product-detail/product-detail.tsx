import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { partPath } from '#contract/kernel/addresses.ts';
import type { Product } from '#contract/products/schema.ts';
import { statusOf } from '../../api-problem.ts';
import { Attachments } from '../../parts/attachments.tsx';
import { AttributeTable } from '../../parts/attribute-table.tsx';
import { CategoryBreadcrumb } from '../../parts/category-breadcrumb.tsx';
import { Gallery } from '../../parts/gallery.tsx';
import { PriceAtMinimum } from '../../parts/price-at-minimum.tsx';
import { ProductFacts } from '../../parts/product-facts.tsx';
import { SubstituteOffer } from '../../parts/substitute-offer.tsx';
import { Substitutes } from '../../parts/substitutes.tsx';
import { useOffered } from '../../parts/use-offered.ts';
import { findListed, product as productQuery } from '../../queries.ts';
import { RequireUser } from '../../session.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { LoadingPage } from '../../ui/loading-page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { NotFound } from '../not-found.tsx';
import { Ordering } from './ordering.tsx';

export default function ProductDetailPage() {
  return (
    <RequireUser loading={<Loading />}>
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
    return <Loading />;
  }
  return <Part listed={data} gone={gone} />;
}

/** The part at the prices of the buyer. */
function Part({ listed, gone }: { listed: Product; gone: boolean }) {
  const data = useOffered(listed);
  return (
    <div className="wrap pt-3 pb-6">
      <PageTitle path={partPath(data.sku)}>{data.name}</PageTitle>
      <CategoryBreadcrumb product={data} />
      <div className="part-page">
        <header className="part-head">
          <h1 {...inCatalogue}>{data.name}</h1>
          <p {...inCatalogue} className="mt-2 text-muted">
            {data.shortDetails}
          </p>
          <div className="fact-line">
            <ProductFacts product={data} />
          </div>
          <PriceAtMinimum product={data} />
        </header>
        <Gallery key={data._id} product={data} />
        <div className="part-box grid gap-4">
          <SubstituteOffer product={data} />
          <Ordering key={data._id} product={data} gone={gone} />
        </div>
        <div className="part-facts">
          <AttributeTable product={data} />
          <Attachments product={data} />
        </div>
      </div>
      <Substitutes product={data} />
    </div>
  );
}

function Loading() {
  return <LoadingPage title="Product" shape="part" className="wrap pt-3 pb-6" />;
}
