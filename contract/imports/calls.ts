import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { say } from '../kernel/field-message.ts';
import { narrowingQuery } from '../products/product-lists.ts';
import { MOST_ROWS, PriceRowsAskSchema, PriceRowsSchema, ROWS_MAX_BYTES } from './price-rows.ts';
import {
  ImportDetailSchema,
  ImportFormSchema,
  ImportListQuerySchema,
  ImportQuerySchema,
  ImportRowsSchema,
  ImportSchema,
} from './schema.ts';

const call = callsOf('Catalogue');

/** The calls that change many products by a file. */
export const importCalls = {
  addImport: call('POST /imports', {
    may: 'product.import',
    summary:
      'Read a CSV or XLSX file, or JSON rows, and compare it with the catalogue; nothing is changed yet. Waits up to 10 s until it is ready',
    body: 'multipart',
    file: 'file',
    fields: ImportFormSchema,
    orJson: ImportRowsSchema,
    output: ImportSchema,
    creates: true,
    refuses: ['no_file', 'broken_upload', 'broken_file', 'too_many_rows'],
  }),
  readPriceRows: call('POST /imports/prices', {
    may: 'priceList.write',
    tag: 'Prices',
    summary:
      'Read the rows of a file as prices of a price list: which parts and prices they name, and which are left out; nothing is saved',
    body: PriceRowsAskSchema,
    most: { rows: MOST_ROWS },
    bodyBytes: ROWS_MAX_BYTES,
    output: PriceRowsSchema,
    status: 200,
  }),
  exportProducts: call('GET /products/export', {
    may: 'product.export',
    summary: 'Products as a file that imports again without a change: CSV, or XLSX by `format`',
    query: narrowingQuery({ format: z.enum(['csv', 'xlsx'], say('export_format')).optional() }),
    output: 'bytes',
    media: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  }),
  listImports: call('GET /imports', {
    may: 'product.import',
    summary: 'Imports, newest first',
    query: ImportListQuerySchema,
    output: z.array(ImportSchema),
  }),
  getImport: call('GET /imports/:id', {
    may: 'product.import',
    summary:
      'One import, with `rows` a page of them; with Accept: text/csv those rows of the file, and what is wrong with them',
    query: ImportQuerySchema,
    output: ImportDetailSchema,
    csv: true,
    refuses: ['not_found'],
  }),
  applyImport: call('POST /imports/:id/apply', {
    may: 'product.import',
    summary: 'Write the good rows of an import. Waits up to 5 s until it is done; once is enough',
    output: ImportSchema,
    status: 200,
    refuses: ['not_found', 'import_state'],
  }),
  undoImport: call('POST /imports/:id/undo', {
    may: 'product.import',
    summary:
      'Restore what an import has changed and nobody has changed since. Waits up to 5 s until it is done',
    output: ImportSchema,
    status: 200,
    refuses: ['not_found', 'import_state'],
  }),
};
