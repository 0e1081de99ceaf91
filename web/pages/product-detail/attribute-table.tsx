import type { AttributeValue } from '#contract/product-facts.ts';
import type { Product } from '#contract/products.ts';
import { inCatalogue } from '../../ui/written.ts';

/** Category, maker, attributes and weight of a product. Nothing for a product of which none is known. */
export function AttributeTable({ product }: { product: Product }) {
  const { category, maker, attributes, weightGrams } = product;
  const rows: [key: string, name: string, value: string][] = [];
  if (category) rows.push(['/category', 'Category', category.name]);
  if (maker) rows.push(['/maker', 'Maker', maker]);
  for (const { key, name, value, unit } of attributes) rows.push([key, name, shown(value, unit)]);
  if (weightGrams !== undefined) rows.push(['/weight', 'Weight', weight(weightGrams)]);
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

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

function shown(value: AttributeValue, unit?: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'number' ? numberFormat.format(value) : value;
  return unit ? `${text}\u00a0${unit}` : text;
}

function weight(grams: number): string {
  return grams >= 1000 ? shown(grams / 1000, 'kg') : shown(grams, 'g');
}
