import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Step } from '#contract/categories/category-tree.ts';
import { categoryPath, GRID } from '#contract/kernel/addresses.ts';
import type { Product } from '#contract/products/schema.ts';
import { categoryTrail } from '../category-trail.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';

/** The way from all products by the categories of a part to the part. */
export function CategoryBreadcrumb({ product }: { product: Product }) {
  const trail = useTrail(product);
  return (
    <Breadcrumb
      above={[
        { to: GRID, label: 'All Products' },
        ...trail.map(({ slug, name }) => ({ to: categoryPath(slug), label: name })),
      ]}
      here={product.name}
    />
  );
}

/** Returns the categories that a part is in, the topmost first. Until the tree is loaded, its own alone. */
export function useTrail({ category }: Product): Step[] {
  const client = useQueryClient();
  const { data } = useQuery({
    ...categoryTrail(client, category?.slug ?? ''),
    enabled: category !== undefined,
  });
  if (!category) return [];
  return data && data.length > 0 ? data : [category];
}
