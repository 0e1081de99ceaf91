import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { toast } from 'sonner';
import type { PageHandle } from '#contract/pages.ts';
import type { Product, ProductChange } from '#contract/products.ts';
import { statusOf } from '../../api-problem.ts';
import { product as productQuery } from '../../queries.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { callAsUser } from '../../user-calls.ts';
import { NotFound } from '../not-found.tsx';
import { logPath } from './log/filter.ts';
import { ProductForm } from './product-form.tsx';

export const handle: PageHandle = { may: 'product.change' };

/** Restocks, reprices or corrects a product. */
export default function EditProduct() {
  const { id = '' } = useParams();
  const query = useQuery(productQuery(id));
  if (!query.data && statusOf(query.error) === 404) return <NotFound />;
  return (
    <>
      <PageTitle>Edit product</PageTitle>
      <h1>Edit product</h1>
      <p className="mt-1 mb-5 flex flex-wrap gap-x-5 text-sm">
        <Link to="/dashboard/manageProducts" className="text-link">
          Manage Products
        </Link>
        <Link to={logPath({ kind: 'stock', product: id })} className="text-link">
          Stock history
        </Link>
      </p>
      <Loaded query={query} what="this product">
        {/* Keyed by id alone: a refetch in the background must not take away what is being typed. */}
        {(product) => <Editor key={id} product={product} />}
      </Loaded>
    </>
  );
}

function Editor({ product }: { product: Product }) {
  const client = useQueryClient();
  const navigate = useNavigate();

  // Only the changed fields: a new price must not overwrite stock that orders have changed meanwhile.
  async function save(body: ProductChange) {
    if (Object.keys(body).length > 0) {
      await callAsUser('changeProduct', { params: { id: product._id }, body });
      client.invalidateQueries({ queryKey: ['products'] });
    }
    toast.success('Product saved');
    await navigate('/dashboard/manageProducts');
  }

  return <ProductForm product={product} action="Save" onSubmit={save} />;
}
