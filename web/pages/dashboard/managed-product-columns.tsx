import { Link } from 'react-router';
import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { LIFECYCLE_WORDS } from '#contract/products/facts-words.ts';
import { isAboveCardLimit, NOT_ONLINE, priceAtMinimum } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';
import { CopyIcon } from '../../ui/icons.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { DeleteButton } from './delete-button.tsx';
import { PencilIcon } from './icons.tsx';
import type { ListColumn } from './kit/list-table.tsx';
import { useListState } from './managed-list.ts';
import { ledgerPath } from './stock/path.ts';

/** The columns of the admin's list of products. Where there is no room for all, and on a phone, their facts stand below the name. */
export const columnsOf = (onDelete: (product: Product) => void): ListColumn<Product>[] => [
  { heading: '#', className: 'number action', cellClass: 'index', cell: (_, index) => index + 1 },
  {
    heading: 'Image',
    className: 'action',
    cellClass: 'thumb',
    cell: ({ image, name }) => (
      <div className="stage w-12 rounded-field">
        <ProductPicture image={image} alt={name} sizes="48px" />
      </div>
    ),
  },
  {
    heading: 'Name',
    cellClass: 'lead',
    sorts: ['name', '-name'],
    cell: (product) => <Name product={product} />,
  },
  {
    heading: 'SKU',
    className: 'wide',
    cellClass: 'num',
    sorts: ['sku', '-sku'],
    cell: ({ sku, mpn }) => (
      <>
        <span className="block text-nowrap">{sku}</span>
        {mpn && mpn !== sku && <span className="block text-muted text-xs">{mpn}</span>}
      </>
    ),
  },
  {
    heading: 'Category',
    className: 'wide',
    cell: ({ category }) => category?.name ?? <span className="text-muted">None</span>,
  },
  {
    heading: 'Price',
    className: 'number',
    cellClass: 'column',
    sorts: ['price', '-price'],
    cell: (product) => (
      <>
        {formatPrice(priceAtMinimum(product))}
        <span className="block text-nowrap text-muted text-xs">from {formatCount(product.minOrder)}</span>
      </>
    ),
  },
  {
    heading: 'Stock',
    className: 'number',
    cellClass: ({ available }) => (available === 0 ? 'column font-medium text-warning' : 'column'),
    sorts: ['-stock', 'stock'],
    cell: ({ _id, name, available }) => (
      <Link
        to={ledgerPath(_id)}
        className="text-link"
        aria-label={`Stock of ${name}: ${formatCount(available)}`}
      >
        {formatCount(available)}
      </Link>
    ),
  },
  {
    heading: 'Lifecycle',
    className: 'wide',
    cellClass: ({ lifecycle }) => `text-nowrap ${lifecycle === 'active' ? 'text-muted' : 'text-warning'}`,
    cell: ({ lifecycle }) => LIFECYCLE_WORDS[lifecycle],
  },
  {
    heading: 'Action',
    className: 'action',
    cell: (product) => <Actions product={product} onDelete={() => onDelete(product)} />,
  },
];

function Name({ product }: { product: Product }) {
  const { _id, name, sku, mpn, category, available, minOrder, lifecycle } = product;
  return (
    <div className="min-w-0">
      <p {...inCatalogue} className="font-medium">
        {name}
      </p>
      <p className="narrow num text-muted text-xs">
        {[sku, mpn !== sku && mpn, category?.name].filter(Boolean).join(' · ')}
      </p>
      <p className="card-only num text-muted text-xs">
        {formatPrice(priceAtMinimum(product))} ·{' '}
        <Link to={ledgerPath(_id)} className="text-link">
          {formatCount(available)} available
        </Link>{' '}
        · from&nbsp;{formatCount(minOrder)}
      </p>
      {lifecycle !== 'active' && (
        <p className="narrow font-medium text-warning text-xs">{LIFECYCLE_WORDS[lifecycle]}</p>
      )}
      {isAboveCardLimit(product) && <p className="font-medium text-xs">{NOT_ONLINE}</p>}
    </div>
  );
}

function Actions({ product: { _id, name }, onDelete }: { product: Product; onDelete: () => void }) {
  const state = useListState();
  return (
    <div className="flex gap-1">
      <Link
        to={`/dashboard/manageProducts/${_id}`}
        state={state}
        className="btn btn-ghost btn-square btn-sm"
        aria-label={`Edit ${name}`}
        title="Edit"
      >
        <PencilIcon />
      </Link>
      <Link
        to={`/dashboard/addProduct?from=${_id}`}
        state={state}
        className="btn btn-ghost btn-square btn-sm"
        aria-label={`Duplicate ${name}`}
        title="Duplicate"
      >
        <CopyIcon />
      </Link>
      <DeleteButton label={`Delete ${name}`} onClick={onDelete} />
    </div>
  );
}
