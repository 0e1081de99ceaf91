/** What the form of a category holds. */
import type { Attribute, Category, CategoryFields } from '#contract/categories/schema.ts';

export interface AttributeRow {
  key: string;
  name: string;
  kind: Attribute['kind'];
  unit: string;
  /** Its key and kind before; undefined for a new one. */
  was?: { key: string; kind: Attribute['kind'] };
}

export interface CategoryValues {
  name: string;
  /** A slug, or ''. */
  parent: string;
  attributes: AttributeRow[];
}

export const NEW_ATTRIBUTE: AttributeRow = { key: '', name: '', kind: 'choice', unit: '' };

/** Kinds in the words of the form. */
export const KIND_WORDS: Record<Attribute['kind'], string> = {
  number: 'Number',
  choice: 'Choice',
  yesno: 'Yes or no',
  text: 'Text',
};

export function valuesOf({ name, parent = '', attributes }: Category): CategoryValues {
  const rows = attributes.map(({ unit = '', ...rest }) => ({
    ...rest,
    unit,
    was: { key: rest.key, kind: rest.kind },
  }));
  return { name, parent, attributes: rows };
}

/** Returns the form as input; only a number keeps its unit. */
export function inputOf({ name, parent, attributes }: CategoryValues): CategoryFields {
  return {
    name,
    parent: parent || null,
    attributes: attributes.map(({ key, name, kind, unit }) => ({
      key,
      name,
      kind,
      ...(kind === 'number' && unit.trim() && { unit }),
    })),
  };
}
