import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import type { Category } from '#contract/categories/schema.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { ProductChange, StockedProduct } from '#contract/products/schema.ts';
import { statusOf } from '../../api-problem.ts';
import { categories as categoriesQuery } from '../../queries.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { toast } from '../../ui/toast.ts';
import { callAsUser } from '../../user-calls.ts';
import { NotFound } from '../not-found.tsx';
import { ExpectedGoods } from './expected-goods/expected-goods.tsx';
import { useManagedList } from './managed-list.ts';
import { ProductForm } from './product-form/product-form.tsx';
import { useCan } from './role.ts';
import { ledgerPath } from './stock/path.ts';

export const handle: PageHandle = { title: 'Edit product', shape: 'section', may: 'product.change' };

/** A product with what only staff see of it, as it is now. What is read first decides the revision, and so is never newer. */
const stockedProduct = (id: string) =>
  queryOptions({
    queryKey: ['products', 'stocked', id],
    queryFn: async ({ signal }): Promise<StockedProduct> => {
      const product = await callAsUser('getProduct', { params: { id } }, { signal });
      const [level] = await callAsUser('listStock', { query: { products: id } }, { signal });
      const { bin, reorderPoint } = level ?? {};
      return {
        ...product,
        ...(bin !== undefined && { bin }),
        ...(reorderPoint !== undefined && { reorderPoint }),
      };
    },
    staleTime: 0,
  });

/** Restocks, reprices or corrects a product. */
export default function EditProduct() {
  const { id = '' } = useParams();
  const back = useManagedList();
  const can = useCan();
  const query = useQuery(stockedProduct(id));
  const categories = useQuery({ ...categoriesQuery, staleTime: 0 });
  if (!query.data && statusOf(query.error) === 404) return <NotFound />;
  return (
    <>
      <PageTitle>Edit product</PageTitle>
      <h1>Edit product</h1>
      <p className="mt-1 mb-5 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <Link to={back.to} className="text-link">
          Manage Products
        </Link>
        <Link to={`/products/${id}`} className="text-link">
          Product page
        </Link>
        <Link to={ledgerPath(id)} className="text-link">
          Stock history
        </Link>
        {can('product.add') && (
          <Link to={`/dashboard/addProduct?from=${id}`} state={back.state} className="text-link">
            Duplicate
          </Link>
        )}
      </p>
      <ExpectedGoods key={id} productId={id} />
      <Loaded query={query} what="this product" shape="section">
        {(product) => (
          <Loaded query={categories} what="the categories" shape="section">
            {(all) => <Editor key={id} product={product} categories={all} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

function Editor({ product, categories }: { product: StockedProduct; categories: Category[] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const back = useManagedList();
  const { _id: id } = product;

  async function send(body: ProductChange) {
    await callAsUser('changeProduct', { params: { id }, body });
  }

  function finish() {
    client.invalidateQueries({ queryKey: ['products'] });
    toast.success('Product saved');
    navigate(back.to);
  }

  return (
    <ProductForm
      categories={categories}
      product={product}
      draftId={id}
      action="Save"
      send={send}
      reload={() => client.fetchQuery(stockedProduct(id))}
      onSaved={finish}
    />
  );
}
