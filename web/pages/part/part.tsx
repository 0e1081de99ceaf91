import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { categoryPath, GRID, partPath, skuOfSegment } from '#contract/kernel/addresses.ts';
import type { Product } from '#contract/products/schema.ts';
import { statusOf } from '../../api-problem.ts';
import { loadTrail } from '../../category-trail.ts';
import { useShop } from '../../config.ts';
import { useOrigin } from '../../origin.ts';
import { loadLists, pageContext } from '../../page-context.ts';
import { breadcrumbData, productData } from '../../part-data.ts';
import { Attachments } from '../../parts/attachments.tsx';
import { AttributeTable } from '../../parts/attribute-table.tsx';
import { CategoryBreadcrumb, useTrail } from '../../parts/category-breadcrumb.tsx';
import { CompareBar } from '../../parts/compare-bar.tsx';
import { Gallery } from '../../parts/gallery.tsx';
import { ProductFacts } from '../../parts/product-facts.tsx';
import { idsOf, Substitutes } from '../../parts/substitutes.tsx';
import { useOffered } from '../../parts/use-offered.ts';
import { findListedPart, part } from '../../queries.ts';
import { loadSeveral } from '../../several-products.ts';
import { JsonLd } from '../../ui/json-ld.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { LoadingPage } from '../../ui/loading-page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { NotFound } from '../not-found.tsx';
import { OfferBar, OfferBox } from './offer-box.tsx';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { load } = context.get(pageContext);
  const sku = skuOfSegment(params.sku ?? '');
  const found = await load.findPart(sku);
  if (!found) return { lists: [] };
  const { category, substitutes } = found;
  return loadLists(
    [part(sku).queryKey, Promise.resolve(found)],
    ...(category ? [loadTrail(load, category.slug)] : []),
    ...(substitutes.length > 0 ? [loadSeveral(load, idsOf(substitutes))] : []),
  );
}

export const clientLoader = () => null;

/** A part's public page with all of its facts. The order form is at /products/{id}. */
export default function PartPage() {
  const sku = skuOfSegment(useParams().sku ?? '');
  const client = useQueryClient();
  const query = useQuery(part(sku));
  const { error, refetch } = query;
  const gone = statusOf(error) === 404;
  // The product from a cached list is shown while the product itself loads, and during an outage.
  const product = query.data ?? (gone ? undefined : findListedPart(client, sku));
  if (product && !gone) return <Part product={product} />;
  if (gone) return <NotFound />;
  if (!error) return <LoadingPage title={sku} shape="part" className="wrap py-6" />;
  return (
    <div className="wrap py-10">
      <PageTitle>{sku}</PageTitle>
      <h1 className="mb-6">{sku}</h1>
      <LoadProblem error={error} what="this part" retry={refetch} />
    </div>
  );
}

function Part({ product }: { product: Product }) {
  const { name, sku, shortDetails } = product;
  const offered = useOffered(product);
  const path = partPath(sku);
  return (
    <div className="wrap py-6">
      <PageTitle path={path} summary={summaryOf(product)}>{`${name}, ${sku}`}</PageTitle>
      <PartData product={product} />
      <CategoryBreadcrumb product={product} />
      <div className="part-page">
        <header className="part-head">
          <h1 {...inCatalogue}>{name}</h1>
          <p {...inCatalogue} className="mt-2 text-muted">
            {shortDetails}
          </p>
          <div className="fact-line">
            <ProductFacts product={offered} />
          </div>
        </header>
        <Gallery key={product._id} product={product} />
        <OfferBox product={product} />
        <div className="part-facts">
          <AttributeTable product={product} />
          <Attachments product={product} />
        </div>
      </div>
      <Substitutes product={product} />
      <OfferBar product={product} />
      <CompareBar />
    </div>
  );
}

/** What search engines read of the part and of its place in the catalogue. */
function PartData({ product }: { product: Product }) {
  const origin = useOrigin();
  const shop = useShop().name;
  const trail = useTrail(product);
  if (!origin) return null;
  const steps = [
    { name: 'All Products', path: GRID },
    ...trail.map(({ slug, name }) => ({ name, path: categoryPath(slug) })),
    { name: product.name, path: partPath(product.sku) },
  ];
  return (
    <>
      {/* An offer without a price is an error to search engines. */}
      {product.price > 0 && <JsonLd data={productData(origin, product, shop)} />}
      <JsonLd data={breadcrumbData(origin, steps)} />
    </>
  );
}

function summaryOf({ name, sku, maker, mpn, shortDetails }: Product): string {
  const numbers = [maker, mpn].filter(Boolean).join(' ');
  return `${name} (${sku}${numbers && `, ${numbers}`}). ${shortDetails}`;
}
