import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { toast } from 'sonner';
import type { NewProduct, Product, ProductChange } from '#contract/products.ts';
import { callAsUser } from '../../account.ts';
import { statusOf } from '../../api.ts';
import { product as productQuery } from '../../queries.ts';
import { RequireAdmin } from '../../session.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { NotFound } from '../not-found.tsx';
import { logPath } from './log/filter.ts';
import { ProductForm } from './product-form.tsx';

export default function EditProductPage() {
  return (
    <RequireAdmin>
      <EditProduct />
    </RequireAdmin>
  );
}

/** Restocks, reprices or corrects a product. */
function EditProduct() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(productQuery(id));
  if (!data && statusOf(error) === 404) return <NotFound />;
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
      {data ? (
        // Keyed by id alone: a refetch in the background must not take away what is being typed.
        <Editor key={id} product={data} />
      ) : error ? (
        <LoadProblem error={error} what="this product" retry={refetch} />
      ) : (
        <Spinner label="Loading the product" />
      )}
    </>
  );
}

function Editor({ product }: { product: Product }) {
  const client = useQueryClient();
  const navigate = useNavigate();

  async function save(values: NewProduct, changed: string[]) {
    // Only what was touched: stock that buyers took meanwhile must not be put back by a new price.
    const body = Object.fromEntries(
      Object.entries(values).filter(([field]) => changed.includes(field)),
    ) as ProductChange;
    if (changed.length > 0) {
      await callAsUser('changeProduct', { params: { id: product._id }, body });
      client.invalidateQueries({ queryKey: ['products'] });
    }
    toast.success('Product saved');
    await navigate('/dashboard/manageProducts');
  }

  return <ProductForm product={product} action="Save" onSubmit={save} />;
}
