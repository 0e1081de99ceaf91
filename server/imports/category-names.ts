/** Categories by what files call them. Pure. */
import type { Attribute } from '#contract/categories.ts';

/** A category as rows refer to it: by its slug, by its name in any case, or by the names of those above and its own ('A > B'). */
export interface KnownCategory {
  id?: string;
  parentId?: string | null;
  slug: string;
  name: string;
  attributes: Attribute[];
}

/** What other shops call the category above all. */
const ROOTS = new Set(['default category', 'root catalog', 'home', 'all', 'start', 'accueil', 'inicio']);

const small = (text: string) => text.trim().toLowerCase();

export class CategoryNames {
  readonly #named = new Map<string, KnownCategory>();
  readonly #paths = new Map<string, KnownCategory | undefined>();

  add(categories: readonly KnownCategory[]): void {
    const byId = new Map(categories.map((one) => [one.id, one]));
    for (const one of categories) this.#named.set(small(one.name), one);
    for (const one of categories) this.#named.set(one.slug, one);
    for (const one of categories) {
      const path = [small(one.name)];
      for (let above = byId.get(one.parentId ?? undefined); above && path.length < 20; ) {
        path.unshift(small(above.name));
        above = byId.get(above.parentId ?? undefined);
      }
      this.#paths.set(path.join('>'), one);
    }
  }

  /** Returns the category of a slug, a name, or a path of names from above, such as 'Memory > DDR5'. */
  find(text: string): KnownCategory | undefined {
    const named = this.#named.get(text) ?? this.#named.get(small(text));
    if (named) return named;
    for (const separator of ['>', '/']) {
      const path = text.slice(0, 500).split(separator).map(small);
      if (path.length > 1 && ROOTS.has(path[0]!)) path.shift();
      const found = this.#paths.get(path.join('>'));
      if (found) return found;
    }
    return undefined;
  }
}
