/** What a line of a list says, all but its id. Without the schemas, which the pages of the order do not load. */
export const LINE_FIELDS = [
  'position',
  'productId',
  'raw',
  'quantity',
  'customerRef',
  'designators',
  'perBoard',
  'attrition',
  'leader',
  'receiptDate',
] as const;
export type FieldOfLine = (typeof LINE_FIELDS)[number];
