import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { Worker as Thread } from 'node:worker_threads';
import { sheet } from '../../../tests/pasted/sheet.ts';
import { readInWorker } from './read-in-worker.ts';

/** A browser's worker on one of Node's threads, with the script that browsers run. */
const SCRIPT = `
  const { parentPort, workerData } = require('node:worker_threads');
  globalThis.self = globalThis;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  const ready = import(workerData);
  parentPort.on('message', async (data) => { await ready; globalThis.onmessage({ data }); });
`;

const ended: Promise<number>[] = [];

class BrowserWorker {
  readonly #thread: Thread;
  onmessage?: (event: { data: unknown }) => void;
  onerror?: (error: unknown) => void;

  constructor(url: URL) {
    this.#thread = new Thread(SCRIPT, { eval: true, workerData: url.href });
    this.#thread.on('message', (data) => this.onmessage?.({ data }));
    this.#thread.on('error', (error) => this.onerror?.(error));
    ended.push(new Promise((resolve) => this.#thread.once('exit', resolve)));
  }

  postMessage(message: unknown): void {
    this.#thread.postMessage(message);
  }

  terminate(): void {
    this.#thread.terminate();
  }
}
Object.assign(globalThis, { Worker: BrowserWorker });

describe('the thread that reads what was pasted', () => {
  // A thread that goes on would keep the test from ending.
  afterEach(() => Promise.all(ended.splice(0)));

  test('returns the lines of a text and of a workbook', async () => {
    const { lines } = await readInWorker('200x NB-E64');
    assert.deepEqual(lines, [{ row: 1, raw: '200x NB-E64' }]);
    const file = sheet([
      ['Part', 'Qty'],
      ['NB-E64', 200],
    ]);
    assert.equal((await readInWorker(file)).lines[0]!.mpn, 'NB-E64');
  });

  test('says why a file cannot be read', async () => {
    await assert.rejects(readInWorker(Uint8Array.from([1, 0, 2])), { why: 'not_a_table' });
    await assert.rejects(readInWorker(new Uint8Array()), { why: 'empty' });
  });

  test('is ended when somebody cancels it', async () => {
    const cancel = new AbortController();
    const read = readInWorker('200x NB-E64', { signal: cancel.signal });
    cancel.abort();
    await assert.rejects(read, { name: 'AbortError' });
    await assert.rejects(readInWorker('200x NB-E64', { signal: cancel.signal }), { name: 'AbortError' });
  });

  test('is ended when it takes too long', async () => {
    await assert.rejects(readInWorker('200x NB-E64', { within: 0 }), { why: 'too_much' });
  });
});
