/** Who sends a document, as its head and its foot name it. */
export interface Sender {
  name: string;
  legalName: string;
  address: string[];
  email: string;
  taxId: string;
  registration: string;
  bank: string[];
}

/** A document as words and numbers, before it is drawn. Texts that people typed are as they typed them. */
export interface Wording {
  title: string;
  number: string;
  seller: Sender;
  /** The moment that the document is of. */
  at: Date;
  /** What is to be seen first. */
  notice?: string;
  parties: { label: string; lines: string[] }[];
  facts: Labelled[];
  /** The table's columns of numbers, on the right of a part's name. */
  columns: Column[];
  rows: Row[];
  /** The last one stands out. */
  sums: Labelled[];
  notes: Labelled[];
}

export type Labelled = [label: string, value: string];

/** A column of numbers, which end at its right. The width is in points. */
export type Column = [heading: string, width: number];

/** A line of the table. `details` stand below the name; `cells` are of the columns. */
export interface Row {
  no: string;
  name: string;
  details: string[];
  cells: string[];
}
