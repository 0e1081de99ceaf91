import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { after, test } from 'node:test';
import { createLimits } from '../ground/limits/limits.ts';
import { DocumentMaker } from './make.ts';
import { documentHandlers } from './routes.ts';

const limits = { documents: 20, ofOne: 2, wait: 1, within: 1, rest: 1, idle: 1, kept: 1 };
const staff = new DocumentMaker(limits);
after(() => staff.close());

/** Asks for the label of a shipment that there is not: 404 once it is read. */
function asking(buyers: DocumentMaker) {
  const { getAddressLabel } = documentHandlers(
    {} as never,
    { staff, buyers },
    {} as never,
    createLimits({} as never),
  );
  return (userId: string, { isStaff = false, ip = '192.0.2.1' } = {}) =>
    getAddressLabel({
      ...{ params: { id: 'none' }, query: {}, caller: { userId }, can: () => isStaff },
      request: { ip, raw: { socket: new EventEmitter() } },
    } as never) as Promise<unknown>;
}

test('buyers’ documents leave staff’s their places, however many are in work', async () => {
  const full = new DocumentMaker({ ...limits, documents: 0 });
  const ask = asking(full);
  await assert.rejects(ask('a'), { code: 'overloaded' });
  await assert.rejects(ask('b', { isStaff: true }), { code: 'not_found' });
});

test('the accounts of one client have six documents in work at once', async () => {
  const endless = { make: () => new Promise(() => {}) } as unknown as DocumentMaker;
  const ask = asking(endless);
  const outcomeOf = (asked: Promise<unknown>) =>
    Promise.race([
      asked.catch(({ code }) => code),
      new Promise((resolve) => setImmediate(resolve, 'in work')),
    ]);
  for (let nth = 0; nth < 6; nth += 1) assert.equal(await outcomeOf(ask(`person ${nth}`)), 'in work');
  assert.equal(await outcomeOf(ask('the seventh')), 'too_many_requests');
  assert.equal(await outcomeOf(ask('the seventh', { ip: '192.0.2.2' })), 'in work');
});
