import { Link } from 'react-router';
import { isAboveCardLimit, NOT_ONLINE, priceAtMinimum } from '#contract/minimum.ts';
import { formatCount, formatPrice } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import { PencilIcon, TrashIcon } from '../../ui/icons.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { inCatalogue } from '../../ui/written.ts';

interface Props {
  product: Product;
  /** Place in the list, from 1. */
  index: number;
  onDelete: () => void;
}

/** One product of the admin's list, with price and stock below its name. */
export function ManagedProductRow({ product, index, onDelete }: Props) {
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
          <p className="num text-muted text-xs">
            {formatPrice(priceAtMinimum(product))} · {formatCount(product.available)} available · from&nbsp;
            {formatCount(product.minOrder)}
          </p>
          {isAboveCardLimit(product) && <p className="font-medium text-xs">{NOT_ONLINE}</p>}
        </div>
      </td>
      <td className="action">
        <div className="flex gap-1">
          <Link
            to={`/dashboard/manageProducts/${product._id}`}
            className="btn btn-ghost btn-square btn-sm"
            aria-label={`Edit ${product.name}`}
            title="Edit"
          >
            <PencilIcon />
          </Link>
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm text-error"
            aria-label={`Delete ${product.name}`}
            title="Delete"
            onClick={onDelete}
          >
            <TrashIcon />
          </button>
        </div>
      </td>
    </tr>
  );
}
