// nightly: decoder bombs
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { picture } from '../../tests/hostile-pictures.ts';
import type { Problem } from '../ground/handling/problem.ts';
import { createDecoder, DECODER_LIMITS, type DecoderLimits } from './decoder.ts';

async function withDecoder(
  limits: Partial<DecoderLimits>,
  work: (process: (bytes: Buffer) => Promise<number>) => Promise<void>,
): Promise<void> {
  // Decoding may take minutes on a busy machine: only the tests of the time limits set them.
  const decoder = createDecoder({
    ...DECODER_LIMITS,
    decodeWithin: 240_000,
    encodeWithin: 240_000,
    ...limits,
  });
  try {
    await work((bytes) =>
      decoder.process(bytes).then(
        () => 200,
        (error) => (error as Problem).status,
      ),
    );
  } finally {
    decoder.close();
  }
}

const small = await picture().png().toBuffer();
const large = await picture(5_000, 4_800).png().toBuffer();

describe('the process that decodes pictures', () => {
  test('ends when it uses too much memory, and is started again for the next picture', async () => {
    await withDecoder({ memory: 160_000_000 }, async (process) => {
      assert.equal(await process(large), 400);
      assert.equal(await process(small), 200);
    });
  });

  test('ends when a picture takes too long to decode, and is started again for the next one', async () => {
    await withDecoder({ decodeWithin: 1 }, async (process) => {
      assert.equal(await process(large), 400);
    });
    await withDecoder({ encodeWithin: 1 }, async (process) => {
      assert.equal(await process(large), 400);
      assert.equal(await process(large), 400);
    });
  });

  test('refuses pictures above its bound with 503', async () => {
    await withDecoder({ pictures: 2 }, async (process) => {
      const statuses = await Promise.all([small, small, small].map(process));
      assert.deepEqual(statuses, [200, 200, 503]);
      assert.equal(await process(small), 200);
    });
  });

  test('refuses a broken picture while it encodes others', async () => {
    await withDecoder({}, async (process) => {
      const order: string[] = [];
      const note = (name: string) => (status: number) => order.push(`${name} ${status}`);
      await Promise.all([
        process(large).then(note('large')),
        process(large).then(note('large')),
        process(small.subarray(0, -40)).then(note('broken')),
      ]);
      assert.deepEqual(order, ['broken 400', 'large 200', 'large 200']);
    });
  });

  test('writes one WebP in the largest width that has no more bytes than it may', async () => {
    const decoder = createDecoder({ ...DECODER_LIMITS, decodeWithin: 240_000, encodeWithin: 240_000 });
    try {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
      const create = { width: 1280, height: 960, channels: 3, background: '#888', noise } as const;
      const upload = await sharp({ create }).png().toBuffer();
      const whole = await decoder.shrink(upload, 10_000_000);
      const less = await decoder.shrink(upload, whole.length - 1);
      const widths = [whole, less].map(async (webp) => (await sharp(webp).metadata()).width);
      assert.deepEqual(await Promise.all(widths), [1280, 640]);
      assert.ok(less.length < whole.length);
      await assert.rejects(decoder.shrink(upload, 100), { code: 'broken_image' });
    } finally {
      decoder.close();
    }
  });

  test('is started again after it was idle', async () => {
    await withDecoder({ idleFor: 1 }, async (process) => {
      assert.equal(await process(small), 200);
      // Arrives after the timer has ended the process, and before its exit is reported.
      await new Promise((resolve) => setTimeout(resolve, 2));
      assert.equal(await process(small), 200);
    });
  });
});
