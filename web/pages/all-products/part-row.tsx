import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { attributeText } from '#contract/products/facts-words.ts';
import { minimumQuantity, priceAtMinimum, shortage } from '#contract/products/minimum.ts';
import { AddToOrder } from '../../basket/cart/add-to-order.tsx';
import { CompareButton } from '../../parts/compare-button.tsx';
import { LowestPrice } from '../../parts/lowest-price.tsx';
import { OwnNumber } from '../../parts/own-number.tsx';
import type { OfferedProduct } from '../../parts/use-offered.ts';
import { useProductLink } from '../../parts/use-product-link.ts';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { attributeOf, type Columns, keyAttributes } from './columns.ts';
import { CELL, ROW, ROW_HEAD } from './table-roles.ts';

interface Props {
  product: OfferedProduct;
  columns: Columns['columns'];
  load: ComponentProps<typeof ProductPicture>['load'];
}

/** One part in the list. */
export function PartRow({ product, columns, load }: Props) {
  const { _id, name, sku, image, available } = product;
  const { part, purchase } = useProductLink(product);
  const short = shortage(product);
  return (
    <tr {...ROW}>
      <td {...CELL} className="compare">
        <CompareButton id={_id} name={name} isBare />
      </td>
      <td {...CELL} className="picture">
        <ProductPicture image={image} alt="" sizes="54px" load={load} />
      </td>
      <th {...ROW_HEAD} scope="row" className="name">
        <Link {...part} {...inCatalogue} className="part-name">
          {name}
        </Link>
        <span className="id">
          {sku}
          <OwnNumber number={product.ownNumber} className="ms-2" />
        </span>
        <span {...inCatalogue} className="phone-only key-attributes">
          {keyAttributes(product, columns)}
        </span>
      </th>
      {columns.map(({ key, className }) => {
        const attribute = attributeOf(product, key);
        return (
          <td key={key} {...CELL} className={className}>
            {attribute && attributeText({ value: attribute.value })}
          </td>
        );
      })}
      {columns.length === 0 && (
        <td {...CELL} {...inCatalogue} className="attribute attribute-1">
          {keyAttributes(product)}
        </td>
      )}
      <td {...CELL} className="stock number">
        {formatCount(available)}
        <span className="phone-only"> in stock</span>
      </td>
      <td {...CELL} className="minimum number">
        <span className="phone-only">min </span>
        {formatCount(minimumQuantity(product))}
      </td>
      <td {...CELL} className="price number">
        <span className="font-semibold">{formatPrice(priceAtMinimum(product))}</span>
        <LowestPrice product={product} />
      </td>
      <td {...CELL} className="action">
        {short ? (
          <span className="text-xs">{short}</span>
        ) : (
          <span className="actions">
            <AddToOrder product={product} isBare className="btn-quiet btn-sm btn-square" />
            <Link {...purchase} className="btn btn-quiet btn-sm" aria-label={`Purchase Now: ${name}`}>
              Purchase Now
            </Link>
          </span>
        )}
      </td>
    </tr>
  );
}
