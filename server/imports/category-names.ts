/** Categories by what files call them. Pure. */
import type { Attribute } from '#contract/categories/schema.ts';
import { plainLetters } from '../products/words.ts';

/**
 * A category as rows refer to it: by its slug, by its name in any case where no other has it, or by the names of those above and its
 * own ('A > B').
 */
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

/** A category that an import is to make; `parent` is a slug. */
export interface NewCategory {
  slug: string;
  name: string;
  parent?: string;
}

/** The most characters of a slug, with room for a number. */
const LONGEST_SLUG = 56;

export class CategoryNames {
  readonly #slugs = new Map<string, KnownCategory>();
  /** By name; nothing where several have it. */
  readonly #names = new Map<string, KnownCategory | undefined>();
  readonly #paths = new Map<string, KnownCategory | undefined>();
  readonly #pathOf = new Map<string, string>();

  add(categories: readonly KnownCategory[]): void {
    const byId = new Map(categories.map((one) => [one.id, one]));
    for (const one of categories) {
      this.#call(one);
      const path = [small(one.name)];
      for (let above = byId.get(one.parentId ?? undefined); above && path.length < 20; ) {
        path.unshift(small(above.name));
        above = byId.get(above.parentId ?? undefined);
      }
      addOnce(this.#paths, path.join('>'), one);
      this.#pathOf.set(one.slug, path.join('>'));
    }
  }

  #call(one: KnownCategory): void {
    this.#slugs.set(one.slug, one);
    addOnce(this.#names, small(one.name), one);
  }

  /** Adds the categories of names or paths that are not known, those above first. Returns them. */
  addNew(texts: readonly string[]): NewCategory[] {
    const added: NewCategory[] = [];
    for (const text of texts) {
      if (this.find(text)) continue;
      const names = text.split('>').map((name) => name.trim());
      if (names.length > 1 && ROOTS.has(small(names[0]!))) names.shift();
      let above: KnownCategory | undefined;
      for (const name of names) {
        const path = above ? `${this.#pathOf.get(above.slug)}>${small(name)}` : small(name);
        const known: KnownCategory | undefined =
          this.#paths.get(path) ?? (above ? undefined : this.#names.get(small(name)));
        if (!known) added.push({ slug: this.#slugOf(name), name, ...(above && { parent: above.slug }) });
        const one = known ?? { ...added.at(-1)!, attributes: [] };
        this.#paths.set(path, one);
        if (!known) this.#pathOf.set(one.slug, path);
        if (!known) this.#call(one);
        // That it is to be made answers which of that name is meant.
        if (names.length === 1) this.#names.set(small(name), one);
        above = one;
      }
    }
    return added;
  }

  /** A slug that no category has. */
  #slugOf(name: string): string {
    const words = plainLetters(name).split(/[^a-z0-9]+/);
    const slug =
      words
        .filter((word) => word !== '')
        .join('-')
        .slice(0, LONGEST_SLUG)
        .replace(/-$/, '') || 'category';
    for (let n = 1; ; n += 1) {
      const free = n === 1 ? slug : `${slug}-${n}`;
      if (!this.#slugs.has(free) && !this.#names.has(free)) return free;
    }
  }

  /** Returns the category of a slug, a name, or a path of names from above, such as 'Memory > DDR5'; none for the name of several. */
  find(text: string): KnownCategory | undefined {
    const name = small(text);
    const slugged = this.#slugs.get(text);
    if (slugged || this.#names.has(name)) return slugged ?? this.#names.get(name);
    if (this.#slugs.has(name)) return this.#slugs.get(name);
    for (const separator of ['>', '/']) {
      const path = text.slice(0, 500).split(separator).map(small);
      if (path.length > 1 && ROOTS.has(path[0]!)) path.shift();
      const found = this.#paths.get(path.join('>'));
      if (found) return found;
    }
    return undefined;
  }
}

function addOnce(all: Map<string, KnownCategory | undefined>, key: string, one: KnownCategory): void {
  all.set(key, all.has(key) ? undefined : one);
}
