import type { categoryCalls } from '#contract/categories/calls.ts';
import { SlugSchema } from '#contract/categories/schema.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { Answer } from '../ground/handling/answer.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { listHeaders } from '../ground/handling/page.ts';
import { invalidInput, Problem } from '../ground/handling/problem.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { countCategory, putCategory, removeCategory } from './queries.ts';

export type CategoryCalls = keyof typeof categoryCalls;

export function categoryHandlers({ db }: Database, catalogue: Catalogue): HandlersOf<CategoryCalls> {
  return {
    listCategories() {
      const bytes = catalogue.categoryBytes();
      return new Answer(bytes, listHeaders(catalogue.categories.length), {
        isCurrent: () => catalogue.categoryBytes() === bytes,
      });
    },

    async putCategory({ params, body, caller }) {
      if (!SlugSchema.safeParse(params.slug).success) throw invalidInput([fieldError('slug', 'slug')]);
      const productIds = await transact(db, (transaction) =>
        putCategory(transaction, params.slug, body, caller.email),
      );
      await catalogue.refreshCategories();
      if (productIds.length > 0) await catalogue.refresh(productIds);
      return { modifiedCount: 1 };
    },

    async countCategory({ params }) {
      const counts = await countCategory(db, params.slug);
      if (!counts) throw new Problem('not_found', { what: 'category' });
      return counts;
    },

    async removeCategory({ params, caller }) {
      const deletedCount = await transact(db, (transaction) =>
        removeCategory(transaction, params.slug, caller.email),
      );
      if (deletedCount > 0) await catalogue.refreshCategories();
      return { deletedCount };
    },
  };
}
