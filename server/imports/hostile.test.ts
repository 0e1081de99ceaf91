import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, test } from 'node:test';
import { IMPORT_MAX_BYTES } from '#contract/imports/schema.ts';
import { uploadParts, workbookOf } from '../../tests/fixtures/uploads.ts';
import { type Person, startTestShop, type TestShop } from '../../tests/testing.ts';

let shop: TestShop;
let admin: Person;
before(async () => {
  shop = await startTestShop();
  admin = await shop.signInAdmin();
});
after(() => shop.close());

const upload = (content: string | Uint8Array, fields?: Record<string, string>) =>
  uploadParts(shop, admin, content, fields);

const BROKEN: [what: string, content: string | Uint8Array, status: number, code: string, why?: string][] = [
  ['an empty file', '', 400, 'broken_file', 'empty'],
  ['headers alone', 'sku,price\n', 400, 'broken_file', 'no_rows'],
  ['no SKU', 'a,b\n1,2\n', 400, 'broken_file', 'no_sku'],
  ['two columns of the SKU', 'sku,Part number\n1,2\n', 400, 'broken_file', 'same_field'],
  ['an open quote', 'sku,name\nA,"b\nc,d\n', 400, 'broken_file', 'open_quote'],
  ['bytes that are no text', new Uint8Array([1, 0, 2, 0]), 400, 'broken_file', 'not_a_table'],
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]), 400, 'broken_file', 'old_excel'],
  ['a broken workbook', 'PK\x03\x04 and nothing', 400, 'broken_file', 'broken_workbook'],
  [
    'a workbook of entities',
    workbookOf('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet>&x;</worksheet>'),
    400,
    'broken_file',
  ],
  ['too many bytes', 'x'.repeat(IMPORT_MAX_BYTES + 1), 413, 'too_large'],
  ['too many columns', `sku,${'a,'.repeat(400)}\nA\n`, 413, 'too_many_rows'],
];
for (const [what, content, status, code, why] of BROKEN)
  test(`refuses ${what} and says what is wrong`, async () => {
    const answer = await upload(content);
    assert.deepEqual([answer.status, answer.body.code], [status, code]);
    if (why) assert.equal(answer.body.params.why, why);
  });

test('a body that is neither a form nor JSON is refused', async () => {
  for (const type of ['text/plain', 'text/csv', 'application/octet-stream']) {
    const headers = { 'content-type': type };
    const { status, body } = await shop.call('POST /imports', {
      token: admin.token,
      body: '{"rows":[]}',
      headers,
    });
    assert.deepEqual([status, body.code], [415, 'unsupported_media_type'], type);
  }
});

test('the rest of a workbook, links and files in it, is not looked at', async () => {
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = `<row r="1">${cell('A1', 'sku')}${cell('B1', 'name')}${cell('C1', 'price')}</row><row r="2">${cell('A2', '007')}${cell('B2', 'Part')}<c r="C2"><v>2.5</v></c></row>`;
  const { status, body } = await upload(workbookOf(`<worksheet><sheetData>${rows}</sheetData></worksheet>`));
  assert.deepEqual([status, body.counts], [201, { new: 1, changed: 0, same: 0, error: 0 }]);
});

test('text is read in UTF-8 with and without a mark, UTF-16 and Windows-1252, separated by commas, semicolons and tabs', async () => {
  const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding);
  const files = [
    bytes('sku,name,price\nE-1,"Lüfter\n120",5', 'utf8'),
    bytes('\ufeffsku;name;price\r\nE-1;"Lüfter\n120";5\r\n', 'utf8'),
    bytes('\ufeffsku\tname\tprice\nE-1\t"Lüfter\n120"\t5', 'utf16le'),
    bytes('sep=;\nsku;name;price\nE-1;"Lüfter\n120";5', 'latin1'),
  ];
  for (const file of files) {
    const { body } = await upload(file);
    const { body: found } = await shop.call(`GET /imports/${body._id}?rows=new`, { token: admin.token });
    assert.deepEqual(
      found.rows.map(({ name }: { name: string }) => name),
      ['Lüfter 120'],
    );
  }
});

test('numbers that can be read in two ways are asked about', async () => {
  const file = 'sku;name;price\nD-1;One;1.234\nD-2;Two;12,50\nD-3;Three;7';
  const asked = await upload(file);
  assert.deepEqual(asked.body.asksDecimal, { row: 2, column: 'price', value: '1.234' });
  assert.deepEqual(asked.body.counts, { new: 2, changed: 0, same: 0, error: 1 });
  const told = await upload(file, { decimal: ',' });
  const { body } = await shop.call(`GET /imports/${told.body._id}?rows=new`, { token: admin.token });
  const price = ({ changes }: { changes: { field: string; after: number }[] }) =>
    changes.find(({ field }) => field === 'price')?.after;
  assert.deepEqual(body.rows.map(price), [1234, 12.5, 7]);
});

test('1,000 rows are applied once by two who apply at once, and undone', { timeout: 300_000 }, async () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => `BULK-${n},Bulk part ${n},${1 + n / 100},500:0.9`);
  const { body } = await upload(`sku,name,price,price_breaks\n${rows.join('\n')}\n`);
  const read = async () => (await shop.call(`GET /imports/${body._id}`, { token: admin.token })).body;
  const until = async (state: string) => {
    for (;;) {
      const found = await read();
      if (found.state === state) return found;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await until('ready');
  const total = async () => Number((await shop.call('GET /products?limit=1')).headers.get('x-total-count'));
  const before = await total();
  const another = await shop.startAnother();
  await Promise.all(
    [shop, another].map((one) => one.call(`POST /imports/${body._id}/apply`, { token: admin.token })),
  );
  const done = await until('applied');
  assert.deepEqual([done.counts.new, done.left], [1_000, 0]);
  // A page that the other process has written is announced a moment later.
  const untilTotal = async (wanted: number) => {
    while ((await total()) !== wanted) await new Promise((resolve) => setImmediate(resolve));
  };
  await untilTotal(before + 1_000);
  await shop.call(`POST /imports/${body._id}/undo`, { token: admin.token });
  assert.equal((await until('undone')).kept, 0);
  await untilTotal(before);
});

test('a connection goes on after a file that was refused while it came', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const boundary = 'x';
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`),
    Buffer.alloc(IMPORT_MAX_BYTES + 1024 * 1024, 'a'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const ask = (path: string, method: string, headers: Record<string, string>, bytes?: Buffer) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(shop.origin + path, { agent, method, headers }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode));
      });
      asked.once('error', reject);
      asked.end(bytes);
    });
  const headers = {
    authorization: `Bearer ${admin.token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  };
  assert.equal(await ask('/imports', 'POST', headers, body), 413);
  assert.equal(await ask('/products?limit=1', 'GET', {}), 200);
  agent.destroy();
});
