/** What rows say of the package of a part. Pure. */
import { say } from '#contract/kernel/field-message.ts';
import { ProductFieldsSchema } from '#contract/products/schema.ts';
import type { ProductInput } from '../products/row.ts';
import type { Draft } from './draft.ts';
import type { FieldValues } from './fields.ts';

/** Tells what is wrong with a field, and in which column where that has another name. */
export type Fail = (field: string, message: string, column?: string) => void;

/** Returns the package that a row says. Name and pieces of a package may be said in rows of their own. */
export function packageOf(
  { said }: Draft,
  before: ProductInput['package'] | undefined,
  fail: Fail,
): FieldValues {
  const { package: packageName, package_pieces: packagePieces } = said;
  if (packageName === undefined && packagePieces === undefined) return {};
  if (packageName === null || packagePieces === null) return { package: null };
  const asked = { name: packageName ?? before?.name, pieces: packagePieces ?? before?.pieces };
  if (asked.name === undefined || asked.pieces === undefined) {
    fail('package', say('import_package'), packageName === undefined ? 'package_pieces' : 'package');
    return {};
  }
  const parsed = ProductFieldsSchema.shape.package.safeParse(asked);
  if (parsed.success) return { package: parsed.data };
  for (const { path, message } of parsed.error.issues)
    fail('package', message, path[0] === 'pieces' ? 'package_pieces' : 'package');
  return {};
}
