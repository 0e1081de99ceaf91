import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { categoryPath } from '#contract/kernel/addresses.ts';
import { attributeText, weightText } from '#contract/products/facts-words.ts';
import type { Product } from '#contract/products/schema.ts';
import { inCatalogue } from '../ui/written.ts';

/** Category, maker, attributes, weight and EAN of a product. Nothing for a product of which none is known. */
export function AttributeTable({ product }: { product: Product }) {
  const { category, maker, ean, attributes, weightGrams } = product;
  const rows: [key: string, name: string, value: ReactNode][] = [];
  if (category) {
    const link = (
      <Link to={categoryPath(category.slug)} className="text-link">
        {category.name}
      </Link>
    );
    rows.push(['/category', 'Category', link]);
  }
  if (maker) rows.push(['/maker', 'Maker', maker]);
  for (const attribute of attributes) rows.push([attribute.key, attribute.name, attributeText(attribute)]);
  if (weightGrams !== undefined) rows.push(['/weight', 'Weight', weightText(weightGrams)]);
  if (ean !== undefined)
    rows.push([
      '/ean',
      'EAN',
      <span key="ean" className="num">
        {ean}
      </span>,
    ]);
  if (rows.length === 0) return null;
  return (
    <table className="fact-table" {...inCatalogue}>
      <caption className="sr-only">Attributes</caption>
      <tbody>
        {rows.map(([key, name, value]) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td dir="auto">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
