/** Categories as a tree: pure, for browser and server. */
import type { Category } from './schema.ts';

/** A category as a breadcrumb names it. */
export type Step = Pick<Category, 'slug' | 'name'>;

/** Returns the categories that lead to one, the topmost first and this one last; none for an unknown one. */
export function trailOf(all: readonly (Step & Pick<Category, 'parent'>)[], slug: string): Step[] {
  const bySlug = new Map(all.map((category) => [category.slug, category]));
  const trail: Step[] = [];
  // Each at most once, whatever the list says.
  for (let next = bySlug.get(slug); next; next = next.parent ? bySlug.get(next.parent) : undefined) {
    bySlug.delete(next.slug);
    trail.unshift({ slug: next.slug, name: next.name });
  }
  return trail;
}

/** Categories with what they are part of, 'Cooling › Fans', by these names. */
export function withPaths(categories: readonly Category[]): { slug: string; path: string }[] {
  return categories
    .map(({ slug }) => ({
      slug,
      path: trailOf(categories, slug)
        .map(({ name }) => name)
        .join(' › '),
    }))
    .sort((a, b) => a.path.localeCompare(b.path));
}

export interface Branch {
  category: Category;
  below: Branch[];
}

/** Returns the categories below `parent`, by name, with those below them; those at the top without it. */
export function branchesOf(categories: readonly Category[], parent?: string): Branch[] {
  const known = new Set(categories.map(({ slug }) => slug));
  return categories
    .filter((category) =>
      parent === undefined
        ? category.parent === undefined || !known.has(category.parent)
        : category.parent === parent,
    )
    .map((category) => ({ category, below: branchesOf(categories, category.slug) }));
}

/** Returns the slugs of a category and of those below it: none of them can be its parent. */
export function slugsBelow(
  slug: string,
  categories: readonly Pick<Category, 'slug' | 'parent'>[],
): Set<string> {
  const slugs = new Set([slug]);
  // The loop reaches what is added meanwhile.
  for (const above of slugs)
    for (const { slug: below, parent } of categories) if (parent === above) slugs.add(below);
  return slugs;
}
