import { readMessage } from '#contract/kernel/field-message.ts';
import type { FieldError } from '#contract/kernel/problem.ts';

/** The most errors of a mapping that are told at once. */
const MOST = 20;

/** Returns the errors of options by their names. */
export function fieldErrors(issues: readonly { path: PropertyKey[]; message: string }[]): FieldError[] {
  return issues
    .slice(0, MOST)
    .map(({ path, message }) => ({ field: path.map(String).join('.'), ...readMessage(message) }));
}
