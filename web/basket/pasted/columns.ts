/** What the columns of a pasted table stand for. Pure. */
import { readCount } from '#contract/kernel/count-text.ts';
import { MAKER_NAMES, MAKERS_NUMBER_NAMES, plainHeader, UNIT_NAMES } from '#contract/tables/header-names.ts';

/**
 * What a column of a list or a bill of materials can say. `unplaced`: the part is not to be placed, so not bought; `placed`: it is,
 * unless its cell says no, or that it is cancelled. `bought`: it is to be bought, or not: blank cells say no beside a yes. `unit`: what the
 * quantity counts.
 */
export const LINE_FIELDS = [
  'sku',
  'mpn',
  'maker',
  'quantity',
  'customerRef',
  'designators',
  'description',
  'unplaced',
  'placed',
  'bought',
  'unit',
] as const;
export type LineField = (typeof LINE_FIELDS)[number];

/**
 * What people and programs such as KiCad and Altium call the fields, in letters and digits alone. Whether a column called 'Buy' has
 * quantities, its cells say.
 */
const CALLED: Record<Exclude<LineField, 'bought' | 'maker' | 'unit'>, string> = {
  sku: `sku ordercode suppliersku supplierpartnumber supplierpartno supplierpart distributorpartnumber bestellnummer bestellnr
    lieferantenartikelnummer lieferantenteilenummer supplierandref`,
  mpn: `partnumber partno part partnr pn artikelnummer artikelnr artikel artnr teilenummer teilenr
    teil material materialnummer materialnr articlenumber articleno article productcode productnumber product designitemid`,
  quantity: `qty quantity menge anzahl stück stk stückzahl bestellmenge pcs pieces count amount qnty orderqty orderquantity
    bedarf stücke quantité quantite qté cantidad quantità ilość 数量`,
  customerRef: `customerpartnumber customerpartno customerref customerreference internalpartnumber internalpartno ipn ownpartnumber
    customerpart customerpn custpartno custpn customeritem customerno customeritemno customersku customerarticleno customermaterial
    ownreference ownpn yourreference yourref yourpartnumber yourpartno yourpn yourno yournumber yourarticleno youritem
    ourreference ourref ourpartnumber ourpartno ourpn ourno ournumber kundennr kundennummer kundenartikelnummer
    kundenartikelnr kundenartnr kundenartikel kundenmaterialnummer kundenmaterialnr kundenteilenummer kundenteilenr
    kundenreferenz kundenref kundensachnummer kundenbestellnummer internenummer internenr eigenenummer eigeneartikelnummer
    eigenteilenummer hausnummer ihrenr ihrenummer ihreartikelnummer ihreartikelnr ihreartnr ihreteilenummer ihreteilenr
    ihrereferenz ihreref ihrzeichen unserenr unserenummer unsereartikelnummer unsereartikelnr unsereartnr
    unsereteilenummer unsereteilenr unserereferenz unsereref referenceclient référenceclient réfclient votreréférence
    votreréf notreréférence notreréf`,
  designators:
    'designator designators reference references refdes ref refs referenceid referenz referenzen bauteile kennzeichen',
  description: `description partdescription productdescription beschreibung bezeichnung artikelbezeichnung benennung name
    productname value wert comment designation text details desc descripción descripcion opis nazwa désignation 名称 部品名`,
  unplaced: 'dnp dnf dni dns donotplace donotpopulate nichtbestücken excludefrombom excludedfrombom',
  placed: 'fitted populate populated bestückt',
};

const FIELDS = new Map<string, LineField>();
for (const [field, names] of Object.entries(CALLED) as [LineField, string][])
  for (const called of names.split(/\s+/)) FIELDS.set(called, field);

/** What suppliers call the same. */
const SHARED: readonly (readonly [ReadonlySet<string>, LineField])[] = [
  [MAKER_NAMES, 'maker'],
  [MAKERS_NUMBER_NAMES, 'mpn'],
  [UNIT_NAMES, 'unit'],
];

/** Headers of numbers of rows, where they are no part numbers. */
const NUMBERING = new Set('item itemno itemnumber pos position no nr line lineno id lfdnr'.split(' '));
const isNumbering = (header: string) => NUMBERING.has(plain(header));

/** Rows among which the headers are looked for. */
const HEADER_ROWS = 30;

/** Of so many rows is told what a column without a header holds. */
const SAMPLE_ROWS = 200;

/** Returns what a header says; undefined for one that is not known. */
export function fieldOf(header: string): LineField | undefined {
  const text = header.replaceAll('#', ' no');
  const letters = plain(text);
  const shared = plainHeader(text.normalize('NFKC')).replace(/\d$/, '');
  return (
    FIELDS.get(letters) ??
    FIELDS.get(letters.replace(/\d$/, '')) ??
    SHARED.find(([names]) => names.has(shared))?.[1]
  );
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the place of the row that has the headers: the one with most fields that are known. Undefined without one. */
export function findHeaders(rows: readonly string[][]): number | undefined {
  let best: number | undefined;
  let most = 1;
  for (const [place, cells] of rows.slice(0, HEADER_ROWS).entries()) {
    const fields = new Set<LineField | 'number'>(
      cells.flatMap((cell) => fieldOf(cell) ?? (isNumbering(cell) ? ['number' as const] : [])),
    );
    const isNumbered = cells.some((cell) => readCount(cell.trim()).length > 0);
    const isOfParts = (['sku', 'mpn', 'description', 'quantity'] as const).some((field) => fields.has(field));
    if (isNumbered || !isOfParts || fields.size <= most) continue;
    best = place;
    most = fields.size;
  }
  return best;
}

/** Returns what each column stands for by its header. Of several for one field the first counts, but descriptions add up. */
export function fieldsOfHeaders(
  headers: readonly string[],
  body: readonly string[][],
): (LineField | undefined)[] {
  const seen = new Set<LineField>();
  const fields = headers.map((header) => {
    const field = fieldOf(header);
    if (field === undefined || (seen.has(field) && field !== 'description')) return undefined;
    seen.add(field);
    return field;
  });
  // 'Item' is a part number where it does not count; without a description a header that is not known may be that of one.
  const isPart = (place: number) => shareOf(body, place, isPartNumber) > 0.5;
  const item = headers.findIndex(isNumbering);
  if (seen.has('mpn') || seen.has('sku')) return fields;
  if (item >= 0 && isPart(item)) fields[item] = 'mpn';
  else if (!seen.has('description')) {
    const part = fields.findIndex((field, place) => field === undefined && isPart(place));
    if (part >= 0) fields[part] = 'mpn';
  }
  return fields;
}

/**
 * Returns what the columns of a table without headers stand for, as far as their cells say it without doubt: one has part numbers,
 * one whole numbers that do not count the rows, and the rest describes.
 */
export function fieldsOfCells(rows: readonly string[][]): (LineField | undefined)[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const places = [...Array(Math.max(0, ...sample.map((cells) => cells.length))).keys()];
  const counts = places.filter((place) => shareOf(sample, place, isCount) > 0.8 && !isRunning(sample, place));
  const shares = places.map((place) => shareOf(sample, place, isPartNumber));
  const part = shares.indexOf(Math.max(0.5, ...shares));
  return places.map((place) => {
    if (counts.length === 1 && place === counts[0]) return 'quantity';
    if (place === part) return 'mpn';
    const isText = !counts.includes(place) && shareOf(sample, place, (cell) => /\p{L}/u.test(cell)) > 0.3;
    return isText ? 'description' : undefined;
  });
}

/** The share of a column's cells, those without text aside, that are something. */
function shareOf(rows: readonly string[][], place: number, is: (cell: string) => boolean): number {
  const cells = rows.map((row) => row[place]?.trim() ?? '').filter((cell) => cell !== '');
  return cells.length === 0 ? 0 : cells.filter(is).length / cells.length;
}

const isCount = (cell: string) =>
  readCount(cell).some((count) => Number.isInteger(count) && count > 0) && !/^0/.test(cell);

const isPartNumber = (cell: string) =>
  /\d/.test(cell) && /\p{L}/u.test(cell) && cell.length <= 40 && !/\s\S*\s/.test(cell);

/** Whether a column counts the rows: 1, 2, 3 or 10, 20, 30. */
function isRunning(rows: readonly string[][], place: number): boolean {
  const numbers = rows.flatMap((row) => (row[place]?.trim() ? [Number(row[place])] : []));
  const step = numbers[0]!;
  return (
    numbers.length > 1 &&
    (step === 1 || step === 10) &&
    numbers.every((number, n) => number === step * (n + 1))
  );
}
