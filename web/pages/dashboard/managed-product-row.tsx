import { Link } from 'react-router';
import { isAboveCardLimit, NOT_ONLINE, priceAtMinimum } from '#contract/minimum.ts';
import { formatCount, formatPrice } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import { LIFECYCLE_WORDS } from '#contract/words/facts.ts';
import { CopyIcon } from '../../ui/icons.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { DeleteButton } from './delete-button.tsx';
import { PencilIcon } from './icons.tsx';
import { useListState } from './managed-list.ts';
import { ledgerPath } from './stock/path.ts';

interface Props {
  product: Product;
  /** Place in the list, from 1. */
  index: number;
  onDelete: () => void;
}

/** One product of the admin's list. Where there is no room for all columns, and on a phone, their facts stand below the name. */
export function ManagedProductRow({ product, index, onDelete }: Props) {
  const state = useListState();
  const price = formatPrice(priceAtMinimum(product));
  const stock = formatCount(product.available);
  const lifecycle = LIFECYCLE_WORDS[product.lifecycle];
  return (
    <tr>
      <td className="index number action">{index}</td>
      <td className="thumb action">
        <div className="stage w-12 rounded-field">
          <ProductPicture image={product.image} alt={product.name} sizes="48px" />
        </div>
      </td>
      <td className="lead">
        <div className="min-w-0">
          <p {...inCatalogue} className="font-medium">
            {product.name}
          </p>
          <p className="narrow num text-muted text-xs">
            {[product.sku, product.mpn !== product.sku && product.mpn, product.category?.name]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className="card-only num text-muted text-xs">
            {price} ·{' '}
            <Link to={ledgerPath(product._id)} className="text-link">
              {stock} available
            </Link>{' '}
            · from&nbsp;{formatCount(product.minOrder)}
          </p>
          {product.lifecycle !== 'active' && (
            <p className="narrow font-medium text-warning text-xs">{lifecycle}</p>
          )}
          {isAboveCardLimit(product) && <p className="font-medium text-xs">{NOT_ONLINE}</p>}
        </div>
      </td>
      <td className="wide num">
        <span className="block text-nowrap">{product.sku}</span>
        {product.mpn && product.mpn !== product.sku && (
          <span className="block text-muted text-xs">{product.mpn}</span>
        )}
      </td>
      <td className="wide">{product.category?.name ?? <span className="text-muted">None</span>}</td>
      <td className="column number">
        {price}
        <span className="block text-nowrap text-muted text-xs">from {formatCount(product.minOrder)}</span>
      </td>
      <td className={`column number ${product.available === 0 ? 'font-medium text-warning' : ''}`}>
        <Link
          to={ledgerPath(product._id)}
          className="text-link"
          aria-label={`Stock of ${product.name}: ${stock}`}
        >
          {stock}
        </Link>
      </td>
      <td className={`wide text-nowrap ${product.lifecycle === 'active' ? 'text-muted' : 'text-warning'}`}>
        {lifecycle}
      </td>
      <td className="action">
        <div className="flex gap-1">
          <Link
            to={`/dashboard/manageProducts/${product._id}`}
            state={state}
            className="btn btn-ghost btn-square btn-sm"
            aria-label={`Edit ${product.name}`}
            title="Edit"
          >
            <PencilIcon />
          </Link>
          <Link
            to={`/dashboard/addProduct?from=${product._id}`}
            state={state}
            className="btn btn-ghost btn-square btn-sm"
            aria-label={`Duplicate ${product.name}`}
            title="Duplicate"
          >
            <CopyIcon />
          </Link>
          <DeleteButton label={`Delete ${product.name}`} onClick={onDelete} />
        </div>
      </td>
    </tr>
  );
}
