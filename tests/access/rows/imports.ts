import type { ImportCalls } from '../../../server/imports/routes.ts';
import type { Rows, Sound, Stage } from '../row.ts';

function file(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['sku,name,price\nIMPORTED-1,A part,3\n']), 'parts.csv');
  return form;
}

async function freshImport({ shop, admin }: Stage, state?: 'applied'): Promise<Sound> {
  const rows = [{ sku: 'IMPORTED-2', name: 'Another part', price: 4 }];
  const { body } = await shop.call('POST /imports', { token: admin.token, body: { rows } });
  if (state) await shop.call(`POST /imports/${body._id}/apply`, { token: admin.token });
  return { params: { id: body._id } };
}

export const importRows: Rows<ImportCalls> = {
  readPriceRows: { who: 'admins', arrange: () => ({ body: { rows: [] } }) },
  exportProducts: { who: 'staff' },
  addImport: { who: 'admins', arrange: () => ({ body: file() }) },
  listImports: { who: 'admins' },
  getImport: { who: 'admins', arrange: (stage) => freshImport(stage) },
  applyImport: { who: 'admins', arrange: (stage) => freshImport(stage) },
  undoImport: { who: 'admins', arrange: (stage) => freshImport(stage, 'applied') },
};
