import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { api, callNames } from './api.ts';
import type { Call } from './kernel/call.ts';

/** Any JSON, and any query: texts, and lists of texts for repeated parameters. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.object({
    key: fc.constantFrom('name', 'email', 'price', 'order', 'limit', 'q', 'ratings', '__proto__'),
  }),
);

describe('every input schema, for any input', () => {
  for (const name of callNames) {
    const { query, body }: Call = api[name];
    for (const [kind, schema] of Object.entries({ query, body })) {
      if (!(schema instanceof z.ZodType)) continue;
      test(`${name}'s ${kind} is parsed without throwing, and keeps only what the contract names`, () => {
        const { properties = {}, patternProperties = {} } = z.toJSONSchema(schema, {
          io: 'input',
          unrepresentable: 'any',
        });
        const isNamed = (field: string) =>
          Object.hasOwn(properties, field) ||
          Object.keys(patternProperties).some((pattern) => new RegExp(pattern).test(field));
        fc.assert(
          fc.property(anything, (input) => {
            const parsed = schema.safeParse(input);
            if (!parsed.success) {
              assert.ok(parsed.error.issues.every(({ message }) => message.length > 0));
              return;
            }
            for (const field of Object.keys(parsed.data as object)) assert.ok(isNamed(field), field);
          }),
          { numRuns: 150 },
        );
      });
    }
  }
});
