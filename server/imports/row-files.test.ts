import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Person, startTestShop, type TestShop } from '../../tests/testing.ts';

let shop: TestShop;
let admin: Person;
before(async () => {
  shop = await startTestShop();
  admin = await shop.signInAdmin();
});
after(() => shop.close());

async function upload(content: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([content]), 'parts.csv');
  const headers = { authorization: `Bearer ${admin.token}` };
  const answer = await fetch(`${shop.origin}/imports`, { method: 'POST', headers, body: form });
  return answer.json();
}

async function rowsFile(id: string, rows: string): Promise<string> {
  const headers = { authorization: `Bearer ${admin.token}`, accept: 'text/csv' };
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await (await fetch(`${shop.origin}/imports/${id}?rows=${rows}`, { headers })).arrayBuffer(),
  );
}

test('bad rows have the delimiter of the file, and mended ones are read with its columns and its sign', async () => {
  const file = 'Teil;Bezeichnung;Preis\nBAD-1;Lüfter; groß;x\nBAD-2;"Kabel; 1,5 m";1.234,5O\n';
  const mapping = JSON.stringify({ Teil: 'sku', Bezeichnung: 'name', Preis: 'price' });
  const first = await upload(file, { mapping, decimal: ',' });
  assert.equal(first.counts.error, 2);
  const bad = await rowsFile(first._id, 'error');
  const lines = bad.split('\r\n');
  assert.equal(lines[0], '\ufeffTeil;Bezeichnung;Preis;import_row;import_error');
  assert.match(lines[2]!, /^BAD-2;"Kabel; 1,5 m";1\.234,5O;3;/);
  const mended = await upload(bad.replace('1.234,5O', '1.234,50'), { remembered: 'true' });
  assert.deepEqual(mended.unknown, []);
  const { body } = await shop.call(`GET /imports/${mended._id}?rows=new`, { token: admin.token });
  const price = body.rows[0].changes.find(({ field }: { field: string }) => field === 'price');
  assert.equal(price.after, 1234.5);
});

test('numbers of rows without text get the sign that was said', async () => {
  const rows = [{ sku: 'SIGN-1', name: 'One', price: 1.234, minimum: 'x' }];
  const { body } = await shop.call('POST /imports', { token: admin.token, body: { rows, decimal: ',' } });
  assert.match(await rowsFile(body._id, 'error'), /SIGN-1,One,"1,234",x/);
});

test('rows that are not bad are a line for each change', async () => {
  const { token } = admin;
  const part = { name: 'Told', image: '/images/x.webp', shortDetails: 'x', minOrder: 100, available: 5 };
  await shop.call('POST /products', { token, body: { ...part, price: 5, sku: 'TOLD-1' } });
  const { _id } = await upload('sku,price,price_breaks,counted\nTOLD-1,6,500:5.5; 900:5,5\nTOLD-1,,,\n');
  const lines = (await rowsFile(_id, 'changed')).split('\r\n');
  assert.deepEqual(lines, [
    'import_row,action,sku,name,column,before,after,result,left,import_error',
    '2,changed,TOLD-1,Told,price,5,6,,,',
    '2,changed,TOLD-1,Told,price_breaks,,500:5.5; 900:5,,,',
    '',
  ]);
});
