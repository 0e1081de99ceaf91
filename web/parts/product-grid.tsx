import type { ReactNode } from 'react';
import { ProductCard } from './product-card.tsx';
import type { OfferedProduct } from './use-offered.ts';

interface Props {
  products: OfferedProduct[];
  /** Level of the cards' headings. */
  level: 2 | 3;
  /** How many pictures are on the first screen. */
  eager?: number;
  /** What stands in the corner of a product's picture. */
  corner?: (product: OfferedProduct) => ReactNode;
}

/** Products as cards: one column on small screens, two on medium, three on large ones. */
export function ProductGrid({ products, level, eager = 0, corner }: Props) {
  if (products.length === 0) {
    return (
      <p className="sheet p-6 text-muted">No products yet. They appear here as soon as there are some.</p>
    );
  }
  return (
    <div className="product-grid">
      {products.map((product, index) => (
        <ProductCard
          key={product._id}
          product={product}
          level={level}
          load={index >= eager ? 'lazy' : index === 0 ? 'first' : 'eager'}
          corner={corner?.(product)}
        />
      ))}
    </div>
  );
}
