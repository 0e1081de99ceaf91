/** Words and values of imports as their pages show them. */
import { columnOf, IMPORT_COLUMNS, IMPORT_FIELDS, isFieldName } from '#contract/imports/fields.ts';
import type { Import, ImportRow, LeftWhy } from '#contract/imports/schema.ts';
import { formatCount, formatPrice } from '#contract/kernel/money.ts';

export const STATES: Record<Import['state'], string> = {
  reading: 'Being read',
  ready: 'Not applied yet',
  failed: 'Could not be read',
  applying: 'Being applied',
  applied: 'Applied',
  undoing: 'Being undone',
  undone: 'Undone',
};

/** Whether it changes without anybody doing anything. */
export function isMoving({ state }: Pick<Import, 'state'>): boolean {
  return state === 'reading' || state === 'applying' || state === 'undoing';
}

/** Fields of products that are in no column of their own. */
const OTHERS: Record<string, string> = {
  attributes: 'Attributes',
  attachments: 'Files',
};

/** A field in words; an attribute by its key. */
export function fieldWord(field: string): string {
  const column = columnOf(field);
  return isFieldName(column) ? IMPORT_FIELDS[column].word : (OTHERS[field] ?? field.replace(/^f\./, ''));
}

export function valueWord(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (field === 'price') return formatPrice(Number(value));
  if (typeof value === 'number')
    return field === 'available' || field === 'minOrder' ? formatCount(value) : String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'priceBreaks' && Array.isArray(value))
    return (
      value.map(({ from, price }) => `${formatPrice(price)} from ${formatCount(from)}`).join(', ') || 'none'
    );
  if (field === 'substitutes' && Array.isArray(value))
    return value.map(({ sku, kind }) => `${sku} (${kind})`).join(', ') || 'none';
  if (field === 'package' && typeof value === 'object') {
    const { name, pieces } = value as { name: string; pieces: number };
    return `${name} of ${formatCount(pieces)}`;
  }
  if (Array.isArray(value)) return value.join(', ') || 'none';
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map((pair) => pair.join(' '))
        .join(', ') || 'none'
    );
  return String(value);
}

/** What a column may stand for, besides attributes. */
export const COLUMN_CHOICES = IMPORT_COLUMNS.map(
  ([field, { word, means }]) => [field, means ? `${word}, ${means}` : word] as const,
);

const WHYS: Record<LeftWhy, (fields: string) => string> = {
  changed: (fields) => `Changed meanwhile: ${fields}.`,
  removed: () => 'The product has been removed meanwhile.',
  sku_taken: () => 'Another product has got this SKU meanwhile.',
  ordered: () => 'It has been ordered, and stays on sale.',
  invalid: (fields) => `These no longer fit what has changed meanwhile: ${fields}.`,
};

/** Why a row, or some of its fields, were left as they are. */
export function leftWord({ left }: ImportRow): string {
  return left ? WHYS[left.why](left.fields.map(fieldWord).join(', ')) : '';
}
