/** Texts of JSON from files that anybody may have made. */
import type { ZodType } from 'zod';
import { OperatorError } from '../../ground/operator-error.ts';

/** Most values in one text. A line has at most 2,000 rows, and each is one of its values. */
const MOST_VALUES = 10_000;
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = ['"', '\\', ',', '[', '{'].map((sign) =>
  sign.charCodeAt(0),
);

/**
 * Parses a text whose values are few, however many letters it has: parsed, an empty list takes twenty times the memory that it takes in
 * the text, and what checks it takes more. The texts of the shop are long and hold few values.
 * @throws OperatorError for more than 10,000 values, in each other or beside each other, and for what the schema refuses
 */
export function parseJson<T>(text: string, schema: ZodType<T>): T {
  try {
    if (hasFewValues(text)) return schema.parse(JSON.parse(text));
  } catch {
    // Its message would quote the text.
  }
  throw notWritten();
}

/** Counts what begins a value outside of quotes. */
function hasFewValues(text: string): boolean {
  let values = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) at += letter === BACKSLASH ? 1 : 0;
    else if (letter === COMMA || letter === BRACKET || letter === BRACE) values += 1;
    if (values > MOST_VALUES) return false;
  }
  return true;
}

/** What is said of any text that is not one of ours. */
export const notWritten = () =>
  new OperatorError('The file has lines that this shop does not write. Take another one.');
