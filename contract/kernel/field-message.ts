import { type FieldCode, type FieldParams, fieldWords, wordsOfField } from './field-words.ts';
import type { FieldError } from './problem.ts';

/** Returns the message of a schema's rule: a code with its parameters. `readMessage` turns it into text. */
export function say<C extends FieldCode>(code: C, ...[params]: FieldParams<C>): string {
  return params === undefined ? code : `${code} ${JSON.stringify(params)}`;
}

/** Returns the text and the code of a schema's message. Zod's own messages, for input that no form can send, have no code. */
export function readMessage(message: string): Omit<FieldError, 'field'> {
  const [code = ''] = message.split(' ', 1);
  if (!Object.hasOwn(fieldWords, code)) return { message };
  const params = code === message ? undefined : JSON.parse(message.slice(code.length));
  return { message: wordsOfField(code, params)!, code: code as FieldCode, ...(params && { params }) };
}

/** An invalid field, with the text of its code. */
export function fieldError<C extends FieldCode>(
  field: string,
  code: C,
  ...params: FieldParams<C>
): FieldError {
  return { field, ...readMessage(say(code, ...params)) };
}
