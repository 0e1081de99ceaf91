import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Line, Match } from '#contract/matching/schema.ts';
import { askLines } from './ask-lines.ts';

const lines = Array.from({ length: 10 }, (_, n): Line => ({ text: `P-${n}` }));

/** Answers calls as a shop that searches for so many lines of each. */
function answering(most: number): { sizes: number[]; restore: () => void } {
  const sizes: number[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (_, init) => {
    const asked: Line[] = JSON.parse(String(init?.body)).lines;
    sizes.push(asked.length);
    const matches = asked.map(({ text = '' }, n): Match => {
      const none: Match = { match: 'none', candidates: [] };
      return n < most
        ? { ...none, quantity: Number(text.slice(2)) }
        : { ...none, problem: { code: 'not_searched', message: '', quantities: [] } };
    });
    return Response.json(matches);
  };
  return {
    sizes,
    restore() {
      globalThis.fetch = fetch;
    },
  };
}

test('lines are asked for until all are searched for, in their order', async () => {
  const { sizes, restore } = answering(4);
  try {
    const matches = await askLines(lines);
    assert.deepEqual(
      matches.map(({ quantity }) => quantity),
      [...lines.keys()],
    );
    assert.deepEqual(sizes, [10, 4, 2]);
    assert.deepEqual(await askLines([]), []);
  } finally {
    restore();
  }
});

test('a shop that searches for nothing is not asked for ever', async () => {
  const { sizes, restore } = answering(0);
  try {
    assert.equal((await askLines(lines)).length, 10);
    assert.deepEqual(sizes, [10]);
  } finally {
    restore();
  }
});
