import fc from 'fast-check';
import { z } from 'zod';
import { hostileJson } from './values.ts';

/** Meaningful values for an input: existing ids, addresses and prices, by the field's name. */
export type Known = Record<string, readonly unknown[]>;

interface Description {
  type?: string;
  properties?: Record<string, Description>;
  required?: string[];
  items?: Description;
  anyOf?: Description[];
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Input of a schema, mostly valid: only known values satisfy a refinement. */
export function fromSchema(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  return arbitraryOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Description, known);
}

/** The names of an object schema's fields. */
export function fieldsOf(schema: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Description;
  return Object.keys(properties);
}

function arbitraryOf(description: Description, known: Known): fc.Arbitrary<unknown> {
  const { anyOf, type, properties, required = [] } = description;
  if (anyOf) return fc.oneof(...anyOf.map((one) => arbitraryOf(one, known)));
  if ('const' in description) return fc.constant(description.const);
  if (description.enum) return fc.constantFrom(...description.enum);
  switch (type) {
    case 'object': {
      const fields = Object.entries(properties ?? {}).map(([name, field]) => [
        name,
        named(name, field, known),
      ]);
      return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] });
    }
    case 'array':
      return fc.array(arbitraryOf(description.items ?? {}, known), { maxLength: 3 });
    case 'string':
      return fc.string({
        unit: 'grapheme',
        minLength: description.minLength ?? 0,
        maxLength: Math.min(description.maxLength ?? 50, 50),
      });
    case 'integer':
      return fc.integer({
        min: description.minimum ?? -1000,
        max: Math.min(description.maximum ?? 1000, 10_000),
      });
    case 'number':
      // Amounts of money in whole cents.
      return fc.integer({ min: 1, max: 1_000_000 }).map((cents) => cents / 100);
    case 'boolean':
      return fc.boolean();
    default:
      return hostileJson;
  }
}

function named(name: string, field: Description, known: Known): fc.Arbitrary<unknown> {
  const free = arbitraryOf(field, known);
  const values = known[name];
  return values
    ? fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: free })
    : free;
}

/** An input with one to three fields replaced by hostile values, omitted or added. */
export function mutate(input: fc.Arbitrary<unknown>, fields: string[]): fc.Arbitrary<unknown> {
  const names = fc.constantFrom(...fields, '__proto__', 'constructor', 'role', '');
  const change = fc.tuple(names, fc.oneof({ weight: 6, arbitrary: hostileJson }, fc.constant(undefined)));
  return fc.tuple(input, fc.array(change, { minLength: 1, maxLength: 3 })).map(([valid, changes]) => {
    const fields = new Map(Object.entries(Object(valid)));
    for (const [name, value] of changes) fields.set(name, value);
    // Defined, not assigned, so that `__proto__` becomes an ordinary field.
    return Object.fromEntries(fields);
  });
}
