import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { DeletedSchema, InsertedSchema } from '../kernel/fields.ts';
import { LIST_CHANGE_MAX_BYTES, NEW_LIST_MAX_BYTES } from './limits.ts';
import {
  HandOverSchema,
  ListChangedSchema,
  ListChangeSchema,
  ListExportQuerySchema,
  ListQuerySchema,
  ListSchema,
  ListSummarySchema,
  NewListSchema,
} from './schema.ts';

const call = callsOf('Lists');

/** The calls about lists of parts. In their paths `cart` stands for the caller's cart. */
export const listCalls = {
  listLists: call('GET /lists', {
    may: 'list.read',
    summary:
      'The cart and the saved lists, the last changed first; for a company also those that colleagues share',
    output: z.array(ListSummarySchema),
  }),
  addList: call('POST /lists', {
    may: 'list.write',
    summary: 'Save a list',
    body: NewListSchema,
    bodyBytes: NEW_LIST_MAX_BYTES,
    output: InsertedSchema,
    creates: true,
    refuses: ['too_many_lists', 'lists_full'],
  }),
  getList: call('GET /lists/:id', {
    may: 'list.read',
    summary:
      'A list with its lines; with `after` it waits up to 20 s for a newer version. `key` opens one that somebody else has shared',
    query: ListQuerySchema,
    output: ListSchema,
    refuses: ['not_found', 'too_many_lists'],
  }),
  exportList: call('GET /lists/:id/export', {
    may: 'list.read',
    summary: 'A list as a file with the prices of today: CSV, or XLSX by `format`',
    query: ListExportQuerySchema,
    output: 'bytes',
    media: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    refuses: ['not_found'],
  }),
  changeList: call('PATCH /lists/:id', {
    may: 'list.write',
    summary:
      'Change a list, or share it with colleagues (`shared`); with an Idempotency-Key it may be sent again',
    body: ListChangeSchema,
    bodyBytes: LIST_CHANGE_MAX_BYTES,
    output: ListChangedSchema,
    creates: true,
    refuses: ['not_found', 'forbidden', 'too_many_lists', 'lists_full'],
  }),
  handOver: call('POST /lists/:id/hand-over', {
    may: 'list.write',
    summary:
      'Hand a list to a colleague, who gets its lines as a list of their own, and a mail; the lines leave the cart',
    body: HandOverSchema,
    output: InsertedSchema,
    creates: true,
    refuses: ['not_found', 'list_empty', 'colleague_lists_full'],
  }),
  removeList: call('DELETE /lists/:id', {
    may: 'list.write',
    summary: 'Delete a list, or empty the cart',
    output: DeletedSchema,
  }),
};
