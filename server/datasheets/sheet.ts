import { datasheets } from '#content/datasheets.ts';
import {
  ACCENT,
  artifact,
  BAND,
  type Doc,
  INK,
  line,
  MUTED,
  makePdf,
  type Parent,
  RULE,
  tagged,
} from '../pdf/document.ts';
import { type Group, groupsOf, type SheetFacts } from './facts.ts';

/** US Letter, in points. */
const PAGE = { width: 612, height: 792 };
const MARGIN = 48;
const WIDTH = PAGE.width - 2 * MARGIN;
const FOOTER_AT = PAGE.height - 54;

const ACROSS: [number, number] = [MARGIN, PAGE.width - MARGIN];

const PICTURE = { width: 228, height: 171 };
const GAP = 24;
const ROW_PADDING = 4.5;
const LABEL_WIDTH = 168;

/**
 * Draws the datasheet of a part: a tagged PDF, which screen readers read as headings and tables. The same facts and picture give
 * the same bytes. It is about the part and does not name the shop: files stay as they are, also when the shop is renamed.
 * @param picture a JPEG of 4:3
 */
export function drawSheet(facts: SheetFacts, picture: Uint8Array | undefined): Promise<Buffer> {
  const about = {
    size: [PAGE.width, PAGE.height] as [number, number],
    margin: MARGIN,
    title: `${facts.sku}: ${facts.name}`,
    subject: 'Datasheet',
    author: facts.maker ?? facts.name,
    created: new Date(`${datasheets.revised}T00:00:00Z`),
  };
  return makePdf(about, (doc, root) => {
    const pages = new Pages(doc, facts);
    let y = pages.add();
    y = drawHead(doc, root, facts, picture, y);
    for (const group of groupsOf(facts)) y = drawGroup(doc, root, group, y, pages);
  });
}

/** Adds pages with their head and foot, which are no content. */
class Pages {
  readonly #doc: Doc;
  readonly #facts: SheetFacts;
  #count = 0;

  constructor(doc: Doc, facts: SheetFacts) {
    this.#doc = doc;
    this.#facts = facts;
  }

  /** Returns where the content of the new page starts. */
  add(): number {
    const doc = this.#doc;
    doc.addPage();
    this.#count += 1;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc.fillColor(INK).font('Helvetica-Bold', 13).text('Datasheet', MARGIN, 40, { lineBreak: false });
    doc.fillColor(MUTED).font('Helvetica', 9);
    doc.text(this.#facts.sku, MARGIN, 42, { width: WIDTH, align: 'right', lineBreak: false });
    line(doc, ACROSS, 68, ACCENT, 1.5);
    line(doc, ACROSS, FOOTER_AT - 8, RULE, 0.5);
    doc.fillColor(MUTED).font('Helvetica', 7.5);
    doc.text(datasheets.footer, MARGIN, FOOTER_AT, { width: WIDTH - 130, lineBreak: false });
    const place = `Revision ${datasheets.revised}   Page ${this.#count}`;
    doc.text(place, MARGIN, FOOTER_AT, { width: WIDTH, align: 'right', lineBreak: false });
    doc.endMarkedContent();
    return 88;
  }
}

/** Name, details and picture. Returns where the next group starts. */
function drawHead(
  doc: Doc,
  root: Parent,
  { name, shortDetails, sku, maker, mpn }: SheetFacts,
  picture: Uint8Array | undefined,
  top: number,
): number {
  const width = picture ? WIDTH - PICTURE.width - GAP : WIDTH;
  let y = top;
  const write = (tag: string, text: string, space: number, style: () => void) =>
    tagged(doc, root, tag, () => {
      style();
      doc.text(text, MARGIN, y, { width });
      y = doc.y + space;
    });
  write('H1', name, 10, () => doc.fillColor(INK).font('Helvetica-Bold', 19));
  write('P', shortDetails, 14, () => doc.fillColor(MUTED).font('Helvetica', 10.5).lineGap(2));
  doc.lineGap(0);
  const numbers: [string, string | undefined][] = [
    ['SKU', sku],
    ['Maker', maker],
    ['Maker’s number', mpn],
  ];
  for (const [label, value] of numbers) {
    if (value === undefined) continue;
    tagged(doc, root, 'P', () => {
      doc.fillColor(MUTED).font('Helvetica', 9).text(label, MARGIN, y, { width: 90, lineBreak: false });
      doc
        .fillColor(INK)
        .font('Helvetica-Bold', 10)
        .text(value, MARGIN + 92, y - 0.5, { width: width - 92 });
      y = doc.y + 4;
    });
  }
  if (!picture) return y + 14;
  const x = PAGE.width - MARGIN - PICTURE.width;
  const figure = doc.struct('Figure', { alt: `${name}, the part` });
  root.add(figure);
  figure.add(doc.markStructureContent('Figure'));
  doc.image(Buffer.from(picture), x, top, PICTURE);
  doc.rect(x, top, PICTURE.width, PICTURE.height).lineWidth(0.5).stroke(RULE);
  doc.endMarkedContent();
  figure.end();
  return Math.max(y, top + PICTURE.height) + 22;
}

/** A table of facts below its heading, on as many pages as it takes. Returns where the next one starts. */
function drawGroup(doc: Doc, root: Parent, { title, rows }: Group, top: number, pages: Pages): number {
  let y = top;
  const heights = rows.map(([label, value]) => rowHeight(doc, label, value));
  // The heading stays with the first rows.
  if (y + 24 + heights[0]! + (heights[1] ?? 0) > FOOTER_AT - 16) y = pages.add();
  tagged(doc, root, 'H2', () => {
    doc.fillColor(ACCENT).font('Helvetica-Bold', 11).text(title, MARGIN, y, { width: WIDTH });
  });
  y += 18;
  const table = doc.struct('Table');
  root.add(table);
  for (const [n, [label, value]] of rows.entries()) {
    const height = heights[n]!;
    if (y + height > FOOTER_AT - 16) y = pages.add();
    artifact(doc, 'Layout', () => {
      if (n % 2 === 0) doc.rect(MARGIN, y, WIDTH, height).fill(BAND);
      line(doc, ACROSS, y + height, RULE, 0.5);
    });
    const row = doc.struct('TR');
    table.add(row);
    tagged(doc, row, 'TH', () => {
      doc.fillColor(MUTED).font('Helvetica', 9.5);
      doc.text(label, MARGIN + 8, y + ROW_PADDING + 1, { width: LABEL_WIDTH - 16 });
    });
    tagged(doc, row, 'TD', () => {
      doc.fillColor(INK).font('Helvetica', 9.5);
      doc.text(value, MARGIN + LABEL_WIDTH, y + ROW_PADDING + 1, { width: WIDTH - LABEL_WIDTH - 8 });
    });
    row.end();
    y += height;
  }
  table.end();
  return y + 22;
}

function rowHeight(doc: Doc, label: string, value: string): number {
  doc.font('Helvetica', 9.5);
  const tallest = Math.max(
    doc.heightOfString(label, { width: LABEL_WIDTH - 16 }),
    doc.heightOfString(value, { width: WIDTH - LABEL_WIDTH - 8 }),
  );
  return tallest + 2 * ROW_PADDING;
}
