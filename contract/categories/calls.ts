import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { DeletedSchema, ModifiedSchema } from '../kernel/fields.ts';
import { CategoryCountsSchema, CategoryFieldsSchema, CategorySchema } from './schema.ts';

const call = callsOf('Catalogue');

/** The calls about categories. */
export const categoryCalls = {
  listCategories: call('GET /categories', {
    may: 'anyone',
    summary: 'All categories by name, with the attributes of their products',
    output: z.array(CategorySchema),
  }),
  putCategory: call('PUT /categories/:slug', {
    may: 'category.change',
    summary:
      'Add or change a category; products keep values of attributes that it no longer has, and do not show them',
    body: CategoryFieldsSchema,
    output: ModifiedSchema,
    refuses: ['changed_meanwhile'],
  }),
  countCategory: call('GET /categories/:slug/counts', {
    may: 'category.change',
    summary:
      'How many products are in a category, and have values of its attributes: what a change of it affects',
    output: CategoryCountsSchema,
    refuses: ['not_found'],
  }),
  removeCategory: call('DELETE /categories/:slug', {
    may: 'category.change',
    summary: 'Remove a category that nothing is in',
    output: DeletedSchema,
    refuses: ['category_in_use'],
  }),
};
