import type { Paper } from '#contract/documents.ts';
import {
  ACCENT,
  artifact,
  BAND,
  type Doc,
  drawMark,
  INK,
  line,
  MUTED,
  makePdf,
  type Parent,
  RULE,
  tagged,
} from '../pdf/document.ts';
import { heightOf, type Line, lineHeight, MISSING, type Style, Type } from '../pdf/type.ts';
import type { Row, Wording } from './words.ts';

/** In points. */
const PAPERS: Record<Paper, [width: number, height: number]> = { a4: [595.28, 841.89], letter: [612, 792] };
const MARGIN = 44;
const GAP = 16;
const PADDING = 4;

const TITLE: Style = { font: 'bold', size: 17, color: INK };
const NAME: Style = { font: 'bold', size: 14, color: INK };
const STRONG: Style = { font: 'bold', size: 8.5, color: INK };
const PLAIN: Style = { font: 'regular', size: 8.5, color: INK };
const LABEL: Style = { font: 'regular', size: 8.5, color: MUTED };
const HEADING: Style = { font: 'bold', size: 7.5, color: MUTED };
const DETAIL: Style = { font: 'regular', size: 7.5, color: MUTED };
const SMALL: Style = { font: 'regular', size: 7, color: MUTED };
const SUM: Style = { font: 'bold', size: 11, color: INK };

/** In points. */
const SMALLEST = 6;

const NOTE_LABEL = 72;
/** Widths of the columns that end where the next one begins. The part's name has what is left. */
const COLUMNS = { no: 26, quantity: 66, price: 82, total: 78 };

/** Draws a document as a PDF: its first page with who sells and who buys, then as many pages of lines as it takes. */
export function drawDocument(wording: Wording, paper: Paper): Promise<Buffer> {
  const { title, number, seller, at } = wording;
  const about = {
    size: PAPERS[paper],
    margin: MARGIN,
    title: `${title} ${number}`,
    subject: title,
    author: seller.name,
    created: at,
  };
  return makePdf(about, (doc, root) => new Drawing(doc, root, wording, PAPERS[paper]).draw());
}

class Drawing {
  readonly #doc: Doc;
  readonly #root: Parent;
  readonly #wording: Wording;
  readonly #type: Type;
  readonly #right: number;
  readonly #width: number;
  readonly #footerAt: number;
  readonly #footer: string[][];
  #y = 0;

  constructor(doc: Doc, root: Parent, wording: Wording, [width, height]: [number, number]) {
    this.#doc = doc;
    this.#root = root;
    this.#wording = wording;
    this.#type = new Type(doc);
    this.#right = width - MARGIN;
    this.#width = width - 2 * MARGIN;
    this.#footer = footerOf(wording);
    const lines = Math.max(...this.#footer.map((column) => column.length));
    this.#footerAt = height - MARGIN + 14 - lines * lineHeight(SMALL.size);
  }

  draw(): void {
    const { notice, rows } = this.#wording;
    this.#addFirstPage();
    this.#drawParties();
    if (notice) this.#drawNotice(notice);
    this.#drawTable(rows);
    this.#drawSums();
    this.#drawNotes();
    this.#drawFooters();
  }

  /** Whether so much fits above the footer. */
  #fits(height: number): boolean {
    return this.#y + height <= this.#footerAt - 14;
  }

  #addFirstPage(): void {
    const { title, number, seller } = this.#wording;
    this.#doc.addPage();
    artifact(this.#doc, 'Layout', () => {
      drawMark(this.#doc, MARGIN, 36, 24);
      line(this.#doc, [MARGIN, this.#right], 74, ACCENT, 1.5);
    });
    tagged(this.#doc, this.#root, 'P', () => this.#type.write(seller.name, MARGIN + 33, 40, NAME));
    const room = this.#width - 190;
    const size = Math.min(1, room / this.#type.width(title, TITLE)) * TITLE.size;
    tagged(this.#doc, this.#root, 'H1', () => {
      this.#type.writeTo(title, this.#right, 34 + (TITLE.size - size), { ...TITLE, size });
      this.#type.writeTo(number, this.#right, 56, { ...PLAIN, size: 10 });
    });
    this.#y = 92;
  }

  #addPage(): void {
    const { title, number, seller } = this.#wording;
    this.#doc.addPage();
    artifact(this.#doc, 'Pagination', () => {
      drawMark(this.#doc, MARGIN, 32, 16);
      this.#type.write(seller.name, MARGIN + 23, 34.5, { ...STRONG, size: 9.5 });
      this.#type.writeTo(`${title} ${number}`, this.#right, 35, LABEL);
      line(this.#doc, [MARGIN, this.#right], 56, ACCENT, 1);
    });
    this.#y = 66;
  }

  /** Buyer and address on the left, what the document refers to on the right. */
  #drawParties(): void {
    const { parties, facts } = this.#wording;
    const top = this.#y;
    const factsAt = MARGIN + this.#width * 0.58;
    const width = (factsAt - MARGIN - 2 * GAP) / 2;
    let bottom = top;
    for (const [nth, { label, lines }] of parties.entries()) {
      const x = MARGIN + nth * (width + GAP);
      let y = top;
      tagged(this.#doc, this.#root, 'P', () => {
        y = this.#writeLines([label], x, y, HEADING) + 2;
        for (const [n, text] of lines.entries())
          y = this.#writeLines(
            this.#type.wrap(text, n === 0 ? STRONG : PLAIN, width),
            x,
            y,
            n === 0 ? STRONG : PLAIN,
          );
      });
      bottom = Math.max(bottom, y);
    }
    const labelWidth = 72;
    let y = top;
    for (const [label, value] of facts) {
      const room = this.#right - factsAt - labelWidth;
      const style = this.#fitted(value, PLAIN, room);
      const lines = this.#type.wrap(value, style, room);
      tagged(this.#doc, this.#root, 'P', () => {
        this.#writeLines([label], factsAt, y, LABEL);
        y = this.#writeLines(lines, factsAt + labelWidth, y, style) + 1.5;
      });
    }
    this.#y = Math.max(bottom, y) + 18;
  }

  /** Identifiers are set smaller before they are broken, so that they can be read and copied as one. */
  #fitted(value: string, style: Style, room: number): Style {
    const size = (style.size * room) / this.#type.width(value, style);
    const isFitting = size >= style.size || value.includes(' ') || size < SMALLEST;
    return isFitting ? style : { ...style, size };
  }

  #drawNotice(notice: string): void {
    const lines = this.#type.wrap(notice, STRONG, this.#width - 24);
    const height = heightOf(lines, STRONG) + 16;
    artifact(this.#doc, 'Layout', () => {
      this.#doc.rect(MARGIN, this.#y, this.#width, height).fill(BAND);
      this.#doc.rect(MARGIN, this.#y, 3, height).fill(ACCENT);
    });
    tagged(this.#doc, this.#root, 'P', () => this.#writeLines(lines, MARGIN + 14, this.#y + 8, STRONG));
    this.#y += height + 16;
  }

  #drawTable(rows: Row[]): void {
    const table = this.#doc.struct('Table');
    this.#root.add(table);
    const nameWidth = this.#columns().nameWidth;
    const head = this.#doc.struct('TR');
    table.add(head);
    this.#drawHeadings((text, write) => {
      const cell = this.#doc.struct('TH', { title: text });
      head.add(cell);
      cell.add(this.#doc.markStructureContent('TH'));
      write();
      this.#doc.endMarkedContent();
      cell.end();
    });
    head.end();
    for (const [nth, row] of rows.entries()) {
      const name = this.#type.wrap(row.name, STRONG, nameWidth);
      const details = row.details.flatMap((text) => this.#type.wrap(text, DETAIL, nameWidth));
      const height = heightOf(name, STRONG) + heightOf(details, DETAIL) + 2 * PADDING;
      const below = nth === rows.length - 1 ? this.#heightBelow() : 0;
      if (!this.#fits(height + below)) {
        this.#addPage();
        // Screen readers read the headings once.
        this.#drawHeadings((_, write) => artifact(this.#doc, 'Pagination', write));
      }
      this.#drawRow(table, row, name, details, height);
    }
    table.end();
  }

  #columns() {
    const priceTo = this.#right - COLUMNS.total;
    const quantityTo = priceTo - COLUMNS.price;
    const nameAt = MARGIN + COLUMNS.no;
    return { nameAt, nameWidth: quantityTo - COLUMNS.quantity - nameAt, quantityTo, priceTo };
  }

  #drawHeadings(mark: (text: string, write: () => void) => void): void {
    const { nameAt, quantityTo, priceTo } = this.#columns();
    const y = this.#y + PADDING;
    const left = (text: string, x: number) => mark(text, () => this.#type.write(text, x, y, HEADING));
    const right = (text: string, x: number) => mark(text, () => this.#type.writeTo(text, x, y, HEADING));
    left('Line', MARGIN);
    left('Part', nameAt);
    right('Quantity', quantityTo);
    right('Unit price', priceTo);
    right('Amount', this.#right);
    this.#y = y + lineHeight(HEADING.size) + PADDING - 1;
    artifact(this.#doc, 'Layout', () => line(this.#doc, [MARGIN, this.#right], this.#y, INK, 0.75));
  }

  #drawRow(table: Parent, row: Row, name: Line[], details: Line[], height: number): void {
    const { nameAt, quantityTo, priceTo } = this.#columns();
    const y = this.#y + PADDING;
    const element = this.#doc.struct('TR');
    table.add(element);
    const cell = (draw: () => void) => tagged(this.#doc, element, 'TD', draw);
    cell(() => this.#type.write(row.no, MARGIN, y, LABEL));
    cell(() => this.#writeLines(details, nameAt, this.#writeLines(name, nameAt, y, STRONG), DETAIL));
    cell(() => this.#type.writeTo(row.quantity, quantityTo, y, PLAIN));
    cell(() => this.#type.writeTo(row.price, priceTo, y, PLAIN));
    cell(() => this.#type.writeTo(row.total, this.#right, y, PLAIN));
    element.end();
    this.#y += height;
    artifact(this.#doc, 'Layout', () => line(this.#doc, [MARGIN, this.#right], this.#y, RULE, 0.5));
  }

  /** The last line stays with the sums, and with notes that are not long. */
  #heightBelow(): number {
    const { sums, notes } = this.#wording;
    const lines = notes.flatMap(([, value]) => this.#wrapNote(value));
    return 35 + sums.length * 15 + Math.min(heightOf(lines, DETAIL) + notes.length * 4, 120);
  }

  #wrapNote(value: string): Line[] {
    return this.#type.wrap(value, DETAIL, this.#width - NOTE_LABEL);
  }

  #drawSums(): void {
    this.#y += 10;
    const { sums } = this.#wording;
    const from = this.#right - 230;
    for (const [nth, [label, value]] of sums.entries()) {
      const isLast = nth === sums.length - 1;
      if (isLast) {
        artifact(this.#doc, 'Layout', () => line(this.#doc, [from, this.#right], this.#y, INK, 0.75));
        this.#y += 5;
      }
      tagged(this.#doc, this.#root, 'P', () => {
        this.#type.write(label, from, this.#y, isLast ? SUM : LABEL);
        this.#type.writeTo(value, this.#right, this.#y, isLast ? SUM : PLAIN);
      });
      this.#y += 15;
    }
    this.#y += 14;
  }

  #drawNotes(): void {
    for (const [label, value] of this.#wording.notes) this.#drawNote(label, value);
    if (this.#type.isIncomplete)
      this.#drawNote(
        'Characters',
        `${MISSING} stands for a character that the typeface of this document does not have. The order has it as it was typed.`,
      );
  }

  #drawNote(label: string, value: string): void {
    for (const [nth, text] of this.#wrapNote(value).entries()) {
      if (!this.#fits(lineHeight(DETAIL.size))) this.#addPage();
      // An element of its own: none may go on on the next page.
      tagged(this.#doc, this.#root, 'P', () => {
        if (nth === 0) this.#type.write(label, MARGIN, this.#y, HEADING);
        this.#y = this.#writeLines([text], MARGIN + NOTE_LABEL, this.#y, DETAIL);
      });
    }
    this.#y += 4;
  }

  /** On each page, when it is known how many there are. */
  #drawFooters(): void {
    const { count } = this.#doc.bufferedPageRange();
    const width = this.#width - 70;
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page);
      artifact(this.#doc, 'Pagination', () => {
        line(this.#doc, [MARGIN, this.#right], this.#footerAt - 7, RULE, 0.5);
        for (const [nth, lines] of this.#footer.entries())
          this.#writeLines(lines, MARGIN + (nth * width) / this.#footer.length, this.#footerAt, SMALL);
        this.#type.writeTo(`Page ${page + 1} of ${count}`, this.#right, this.#footerAt, SMALL);
      });
    }
  }

  /** Returns where the next line begins. */
  #writeLines(lines: readonly (string | Line)[], x: number, y: number, style: Style): number {
    for (const [nth, text] of lines.entries())
      this.#type.write(text, x, y + nth * lineHeight(style.size), style);
    return y + heightOf(lines, style);
  }
}

/** Who sells, in columns. */
function footerOf({ seller }: Wording): string[][] {
  const { legalName, address, email, taxId, registration, bank } = seller;
  return [[legalName, ...address], [registration, taxId, email], bank];
}
