import type { FieldError } from './problem.ts';
import { type FieldCode, type FieldParams, fieldWords, wordsOfField } from './words/fields.ts';

/** The message of a rule in a schema: a code with its parameters. `readMessage` makes words of it. */
export function say<C extends FieldCode>(code: C, ...[params]: FieldParams<C>): string {
  return params === undefined ? code : `${code} ${JSON.stringify(params)}`;
}

/** What a message of a schema says, in words and as a code. A message of zod's own, for what no form can send, has no code. */
export function readMessage(message: string): Omit<FieldError, 'field'> {
  const [code = ''] = message.split(' ', 1);
  if (!Object.hasOwn(fieldWords, code)) return { message };
  const params = code === message ? undefined : JSON.parse(message.slice(code.length));
  return { message: wordsOfField(code, params)!, code: code as FieldCode, ...(params && { params }) };
}

/** A wrong field, with words made of the code. */
export function fieldError<C extends FieldCode>(
  field: string,
  code: C,
  ...params: FieldParams<C>
): FieldError {
  return { field, ...readMessage(say(code, ...params)) };
}
