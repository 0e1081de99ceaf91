import { fieldError } from '#contract/kernel/field-message.ts';
import { isStorable } from '#contract/kernel/fields.ts';
import { invalidInput } from '../ground/handling/problem.ts';

/**
 * Refuses input that holds text which PostgreSQL cannot store, in any field: searching for it would fail as much as storing
 * it. Throws 400.
 */
export function requireStorable(input: unknown): void {
  const fields = [...unstorableFields(input)];
  if (fields.length > 0) throw invalidInput(fields.map((field) => fieldError(field, 'unstorable')));
}

function* unstorableFields(value: unknown, path: string[] = []): Generator<string> {
  if (typeof value === 'string' && !isStorable(value)) yield path.join('.');
  // What a schema let through has no more depth than the schema.
  else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
    for (const [name, inner] of Object.entries(value)) yield* unstorableFields(inner, [...path, name]);
  }
}
