// nightly: waits for the limits of drawing
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { seller } from '#content/shop.ts';
import { readPages } from '../../tests/fixtures/pdf.ts';
import { until } from '../../tests/until.ts';
import { toLoggedError } from '../ground/handling/log.ts';
import { DocumentMaker } from './make.ts';
import type { DocumentOrder } from './worker.ts';

const line = {
  ...{ name: 'Part', sku: 'NB-1', maker: null, mpn: null, customerRef: null, designators: null },
  ...{ quantity: 100, unitPriceMicros: 12_500, totalCents: 125, expectedOn: null, expectedPieces: 0 },
};

function orderOf(lines: number, number = 1): DocumentOrder & { kind: 'invoice' } {
  const moment = '2026-11-21T10:00:00Z';
  return {
    ...{ kind: 'invoice', paper: 'a4' },
    facts: {
      ...{ number, issuedAt: new Date(moment), seller },
      purchase: {
        ...{
          number: 100_001,
          placedAt: moment,
          paidAt: moment,
          transactionId: 'pi_1',
          address: 'A',
          phone: '1',
        },
        ...{ buyer: { name: 'B', email: 'b@example.com' }, shipTo: null, poNumber: null, costCentre: null },
        ...{ note: null, deliveryWish: null, totalCents: 125 * lines },
        lines: Array.from({ length: lines }, (_, nth) => ({ ...line, no: nth + 1 })),
      },
    },
  };
}

const limits = {
  ...{ documents: 4, ofOne: 2, wait: 600_000, within: 600_000, rest: 600_000, idle: 600_000 },
  kept: 1_000_000,
};
const makers: DocumentMaker[] = [];
after(() => {
  for (const maker of makers) maker.close();
});

function start(more: Partial<typeof limits> = {}): DocumentMaker {
  const maker = new DocumentMaker({ ...limits, ...more });
  makers.push(maker);
  return maker;
}

/** Makes a document; each is asked for by somebody else unless it is said by whom. */
let people = 0;
const here = new AbortController().signal;
async function make(
  maker: DocumentMaker,
  order: DocumentOrder,
  person = `${++people}`,
  gone = here,
): Promise<Buffer> {
  return (await maker.make(person, gone, async () => order)).pdf;
}

const isTooMany = (error: { code?: string; status?: number }) =>
  error.code === 'too_many_requests' && error.status === 429;
const isOverloaded = (error: { code?: string; status?: number }) =>
  error.code === 'overloaded' && error.status === 503;

test('500 lines are drawn while the event loop goes on', async () => {
  const maker = start();
  await make(maker, orderOf(1));
  let isDone = false;
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const pdf = await make(maker, orderOf(500));
  isDone = true;
  assert.ok(pdf.subarray(0, 5).equals(Buffer.from('%PDF-')));
  // Drawn in this process, it would take a few turns, each of them long.
  assert.ok(turns > 100, `${turns} turns`);
});

test('no more are in work than may be, and all that were admitted are made', async () => {
  const maker = start();
  const admitted = Array.from({ length: limits.documents }, (_, nth) => make(maker, orderOf(1, nth + 1)));
  await assert.rejects(make(maker, orderOf(1)), isOverloaded);
  const pdfs = await Promise.all(admitted);
  assert.ok(pdfs.every((pdf) => pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))));
  await make(maker, orderOf(1));
});

test('one person has no more in work than may be, and takes no document from others', async () => {
  const maker = start();
  const admitted = Array.from({ length: limits.ofOne }, (_, nth) => make(maker, orderOf(1, nth + 1), 'a'));
  for (let nth = 0; nth < 10; nth += 1) await assert.rejects(make(maker, orderOf(1), 'a'), isTooMany);
  await Promise.all([...admitted, make(maker, orderOf(1), 'b')]);
  // One that could not be read is in work no more, either.
  const fails = () => maker.make('a', here, () => Promise.reject(new Error('not read')));
  for (let nth = 0; nth < 3; nth += 1) await assert.rejects(fails(), /not read/);
  await make(maker, orderOf(1), 'a');
});

test('a document that is asked for twice at the same moment is drawn once', async () => {
  const maker = start();
  const order = {
    ...orderOf(1),
    kind: 'confirmation',
    state: 'paid',
    heldUntil: null,
  } as unknown as DocumentOrder;
  const [one, same] = await Promise.all([make(maker, order), make(maker, order)]);
  assert.equal(one, same);
  // What a confirmation says may have changed since.
  assert.notEqual(await make(maker, order), one);
});

test('invoices are kept, up to their bytes', async () => {
  const maker = start();
  const first = await make(maker, orderOf(1));
  assert.equal(await make(maker, orderOf(1)), first);
  assert.notEqual(await make(maker, { ...orderOf(1), paper: 'letter' }), first);
  const small = start({ kept: Math.ceil(1.5 * first.length) });
  const forgotten = await make(small, orderOf(1));
  await make(small, orderOf(1, 2));
  assert.notEqual(await make(small, orderOf(1)), forgotten);
});

test('a document that no reader waits for any more is not drawn', async () => {
  const maker = start();
  const drawn = make(maker, orderOf(1));
  const [one, other, only] = [new AbortController(), new AbortController(), new AbortController()];
  const same = [one, other].map(({ signal }) => make(maker, orderOf(1, 2), undefined, signal));
  const dropped = make(maker, orderOf(1, 3), undefined, only.signal);
  // By now they wait for the process to start.
  await new Promise(setImmediate);
  one.abort();
  only.abort();
  await assert.rejects(dropped, { code: 'broken_request' });
  await Promise.all([drawn, ...same]);
  await assert.rejects(make(maker, orderOf(1, 4), undefined, only.signal), { code: 'broken_request' });
});

test('waiting for other documents ends with 503', async () => {
  const maker = start({ wait: 0 });
  const drawn = make(maker, orderOf(1));
  await assert.rejects(make(maker, orderOf(1, 2)), isOverloaded);
  await drawn;
});

test('one that takes too long is given up with 503, and is not tried again for a while', async () => {
  const late = start({ within: 0 });
  const [first, waiting] = [make(late, orderOf(500)), make(late, { ...orderOf(500), paper: 'letter' })];
  await Promise.all([
    assert.rejects(first, { code: 'too_slow', status: 503, headers: { 'retry-after': '600' } }),
    assert.rejects(waiting, isOverloaded),
  ]);
  await assert.rejects(make(late, orderOf(500)), isOverloaded);
  await assert.rejects(make(late, orderOf(500, 2)), { code: 'too_slow' });
});

test('a document of letters that change their typeface all the time is drawn in few texts', async () => {
  const maker = start();
  const textsOf = async (letters: string) => {
    const order = orderOf(500);
    for (const one of order.facts.purchase.lines) one.designators = letters.repeat(500);
    return readPages(await make(maker, order))
      .join('')
      .split('\n');
  };
  // One typeface has all of them: each line is a text.
  const joined = await textsOf('漢a');
  assert.ok(joined.length < 30_000, `${joined.length} texts`);
  assert.equal(joined.join('').match(/漢a/g)!.length, 250_000);
  // None has them all.
  const mixed = await textsOf('漢є');
  assert.ok(mixed.length < 40_000, `${mixed.length} texts`);
  assert.ok(mixed.join('').includes('漢є漢є') && mixed.join('').includes('□є□є'));
  assert.ok(mixed.includes('Characters'));
});

test('one that cannot be drawn fails, and the next one is made', async () => {
  const maker = start();
  const broken = { ...orderOf(1), paper: 'a9' } as unknown as DocumentOrder;
  await assert.rejects(make(maker, broken), (error: Error) => {
    const { message, cause } = toLoggedError(error);
    assert.equal(message, 'no invoice could be drawn');
    assert.match(cause!.message, /ended with 1/);
    // Where in our code it failed, and why.
    assert.match(cause!.cause!.stack, /TypeError.*draw\.ts/s);
    return true;
  });
  assert.ok((await make(maker, orderOf(1, 2))).length > 1000);
});

test('the process ends when no document is asked for', async () => {
  const maker = start({ idle: 0, kept: 1 });
  const first = await make(maker, orderOf(1));
  // Made by another process: the one before is gone.
  await until(async () => (await make(maker, orderOf(1))).equals(first));
});
