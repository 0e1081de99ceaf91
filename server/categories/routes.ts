import type { categoryCalls } from '#contract/calls/categories.ts';
import { SlugSchema } from '#contract/categories.ts';
import { fieldError } from '#contract/field-message.ts';
import type { Database } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import type { HandlersOf } from '../handling/handler.ts';
import { invalidInput } from '../handling/problem.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { putCategory, readCategories, removeCategory } from './queries.ts';

export type CategoryCalls = keyof typeof categoryCalls;

export function categoryHandlers({ db }: Database, catalogue: Catalogue): HandlersOf<CategoryCalls> {
  return {
    listCategories: () => readCategories(db),

    async putCategory({ params, body, caller }) {
      if (!SlugSchema.safeParse(params.slug).success) throw invalidInput([fieldError('slug', 'slug')]);
      const touched = await transact(db, (transaction) =>
        putCategory(transaction, params.slug, body, caller.email),
      );
      if (touched.length > 0) await catalogue.refresh(touched);
      return { modifiedCount: 1 };
    },

    async removeCategory({ params, caller }) {
      const deletedCount = await transact(db, (transaction) =>
        removeCategory(transaction, params.slug, caller.email),
      );
      return { deletedCount };
    },
  };
}
