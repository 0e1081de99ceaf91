import { z } from 'zod';
import { namedSchemas } from '#contract/named.ts';

export type Json = Record<string, unknown>;
/** What a client sends, or what it gets. */
export type Direction = 'input' | 'output';

const NAMES = new Map(Object.entries(namedSchemas).map(([name, { schema }]) => [schema, name]));
const BOUND = Number.MAX_SAFE_INTEGER;

/** A schema of the contract as JSON Schema: by its name where it has one. */
export function schemaOf(schema: z.ZodType, direction: Direction): Json {
  const name = NAMES.get(schema);
  if (name !== undefined) return refTo('schemas', name);
  if (schema instanceof z.ZodArray)
    return { type: 'array', items: schemaOf(schema.element as z.ZodType, direction) };
  return write(schema, direction);
}

/** Every named schema, with its example. `bodies` are the ones that clients send. */
export function describeSchemas(bodies: ReadonlySet<z.ZodType>): Json {
  return Object.fromEntries(
    Object.entries(namedSchemas).map(([name, { schema, example }]) => [
      name,
      { ...write(schema, bodies.has(schema) ? 'input' : 'output'), examples: [example] },
    ]),
  );
}

export function refTo(kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

function write(schema: z.ZodType, io: Direction): Json {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // A later version may answer more fields, and clients are to bear them.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // That a number has no fraction is said by its type.
      if (jsonSchema.minimum === -BOUND) delete jsonSchema.minimum;
      if (jsonSchema.maximum === BOUND) delete jsonSchema.maximum;
    },
  });
  return written;
}
