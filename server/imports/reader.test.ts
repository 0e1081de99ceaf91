import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../ground/handling/problem.ts';
import type { Column } from './headers.ts';
import { Reader, type ReaderLimits } from './reader.ts';
import type { FileToRead } from './worker.ts';

const LIMITS: ReaderLimits = { files: 9, openWithin: 60_000, readWithin: 600_000, memory: 512 };
const readers: Reader[] = [];
after(() => Promise.all(readers.map((reader) => reader.close())));

function open(csv: string | Uint8Array, limits: Partial<ReaderLimits> = {}, attributes: unknown[] = []) {
  const reader = new Reader({ ...LIMITS, ...limits });
  readers.push(reader);
  const bytes = typeof csv === 'string' ? new TextEncoder().encode(csv) : csv;
  return reader.open({ bytes, isJson: false, attributes: attributes as never, earlier: [] });
}

const why = (wanted: string, row?: number) => (error: unknown) =>
  error instanceof Problem &&
  isDeepStrictEqual(error.params, { why: wanted, ...(row !== undefined && { row }) });
const isOurs = (error: unknown) => error instanceof Error && !(error instanceof Problem);

test('a file that takes too much memory or time is refused', async () => {
  await assert.rejects(open(`sku\n${'A\n'.repeat(199_000)}`, { memory: 16 }), why('too_much'));
  await assert.rejects(open('sku\nA', { openWithin: 0 }), why('too_slow'));
});

test('a row that no backup would take is refused, also one of empty or odd cells', async () => {
  for (const cells of [','.repeat(1_000_001), `,${'x'.repeat(10_000)}`.repeat(101)])
    await assert.rejects(open(`sku,name\nA,Part\nB${cells}`), why('too_much', 3));
  // Cells that no database takes are kept as what they show, and why.
  const odd = Buffer.from(`\ufeffsku,name\nA,Part\nB${',\0'.repeat(20_000)}`, 'utf16le');
  await assert.rejects(open(odd), why('too_much', 3));
});

test('a file whose rows take too much time is read no further, also before the first of them', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const isBegun of [true, false]) {
    const file = await open(`sku\n${'A\n'.repeat(1000)}`);
    const pages = file.pages();
    if (isBegun) await pages.next();
    t.mock.timers.tick(LIMITS.readWithin);
    await assert.rejects(async () => {
      for await (const _ of pages);
    }, why('too_slow'));
  }
});

test('long rows come fewer at once, each with no more of a list than shows that it is too long', async () => {
  const list = 'a;'.repeat(16_000);
  const file = await open(
    `sku|substitutes\n${Array.from({ length: 100 }, (_, n) => `A${n}|${list}\n`).join('')}`,
  );
  const sizes = [];
  for await (const drafts of file.pages()) {
    sizes.push(drafts.length);
    for (const { cells, ...draft } of drafts) {
      assert.deepEqual(cells[1], list);
      assert.deepEqual(draft.told[0]?.code, 'too_many_substitutes');
      assert.ok(JSON.stringify(draft).length < 1000);
    }
  }
  assert.deepEqual(sizes, [17, 17, 17, 17, 17, 15]);
});

test('a column that says whether a part is in stock is not asked about beside one that says how many', async () => {
  const asked = async (csv: string) => (await open(csv)).asks.flatMap(({ columns }) => columns);
  assert.deepEqual(await asked('sku,In stock?,Stock\nA,1,25\nB,0,0\n'), ['Stock']);
  assert.deepEqual(await asked('sku,In stock?\nA,1\nB,0\n'), ['In stock?']);
});

test('a part is no row of headers', async () => {
  await assert.rejects(
    open('A-1,Part,5.50\nA-2,Part,6.50\n'),
    (error) => error instanceof Problem && (error.params as { why?: string }).why === 'no_sku',
  );
});

describe('what was said of an earlier file', () => {
  const columns = [{ column: 'sku', field: 'sku' }, { column: 'Stock' }, { column: 'Lot' }] as Column[];
  const ask = async (csv: string, earlier: FileToRead['earlier'], options: object = {}) => {
    const reader = new Reader(LIMITS);
    readers.push(reader);
    const bytes = new TextEncoder().encode(csv);
    return reader.open({ bytes, isJson: false, attributes: [], earlier, remembered: true, ...options });
  };

  test('is kept where it was answered, and asked again where it was not', async () => {
    const file = 'sku,Stock,Lot\nA,5,7\n';
    const unanswered = await ask(file, [{ columns, open: ['Stock', 'Lot'] }]);
    assert.deepEqual([unanswered.asks.length, unanswered.unknown], [1, ['Stock', 'Lot']]);
    const answered = await ask(file, [{ columns, open: [] }]);
    assert.deepEqual([answered.asks, answered.unknown], [[], []]);
  });

  test('of its decimals is told where it is needed, and not kept where a number or the delimiter is another one', async () => {
    const of = (...names: string[]) => names.map((column) => ({ column, field: column })) as Column[];
    const known = (delimiter = ';') => [
      { columns: of('sku', 'price', 'counted'), open: [], decimal: ',' as const, delimiter },
    ];
    const signs = async (rows: string, earlier = known(), options = {}) => {
      const { decimal, asks, asksDecimal } = await ask(`sku;price;counted\n${rows}`, earlier, options);
      return [decimal, asks.map(({ kind, answer }) => [kind, answer]), asksDecimal?.value];
    };
    assert.deepEqual(await signs('A;1.250;500'), [',', [['decimal', ',']], undefined]);
    assert.deepEqual(await signs('A;12,50;500'), [',', [], undefined]);
    assert.deepEqual(await signs('A;12.50;1.000'), [undefined, [['decimal', undefined]], '1.000']);
    assert.deepEqual(await signs('A;1.250;500', known('|')), [undefined, [['decimal', undefined]], '1.250']);
    assert.deepEqual(await signs('A;1.250;500', known(), { decimal: '.' }), ['.', [], undefined]);
  });

  test('of its units is told where it is needed, and not kept where a cell has another one', async () => {
    const columns = [
      { column: 'sku', field: 'sku' },
      { column: 'Weight', field: 'weight_grams' },
    ] as Column[];
    const units = async (...weights: string[]) => {
      const rows = weights.map((weight, n) => `A${n},${weight}`).join('\n');
      const earlier = [{ columns, open: [], options: { units: { Weight: 'kg' } } }];
      const { options, asks, readings } = await ask(`sku,Weight\n${rows}`, earlier);
      return [options.units, readings[1]!.unit, asks.map(({ kind, answer }) => [kind, answer])];
    };
    assert.deepEqual(await units('5', '2 kg'), [{ Weight: 'kg' }, 'kg', [['unit', 'kg']]]);
    assert.deepEqual(await units('2 kg'), [{ Weight: 'kg' }, 'kg', []]);
    assert.deepEqual(await units('5', '200 g'), [undefined, undefined, [['unit', undefined]]]);
  });

  test('is not kept for the letters of files without headers', async () => {
    const letters = [
      { column: 'A', field: 'sku' },
      { column: 'B', field: 'price' },
    ] as Column[];
    const earlier = [{ columns: letters, open: [], options: { headerRow: 0 } }];
    await assert.rejects(
      ask('A-1,5\nA-2,6', earlier, { headerRow: 0 }),
      (error) => error instanceof Problem && error.code === 'broken_file',
    );
  });
});

test('an error that is no fault of the file is thrown as ours', async () => {
  await assert.rejects(open('sku\nA', {}, [null]), isOurs);
});
