import { ACCENT, artifact, type Doc, drawMark, line, type Parent, RULE, tagged } from './document.ts';
import { LABEL, MARGIN, NAME, PLAIN, SMALL, STRONG, TITLE } from './styles.ts';
import { heightOf, type Line, lineHeight, type Style, Type } from './type.ts';
import type { Wording } from './wording.ts';

/** The pages of a document: their heads, their feet, and how far they are filled. */
export class Pages {
  readonly doc: Doc;
  readonly root: Parent;
  readonly type: Type;
  readonly right: number;
  readonly width: number;
  /** Where what comes next begins. */
  y = 0;
  readonly #wording: Wording;
  readonly #footerAt: number;
  readonly #footer: string[][];

  constructor(doc: Doc, root: Parent, wording: Wording, [width, height]: [number, number]) {
    this.doc = doc;
    this.root = root;
    this.#wording = wording;
    this.type = new Type(doc);
    this.right = width - MARGIN;
    this.width = width - 2 * MARGIN;
    this.#footer = footerOf(wording);
    const lines = Math.max(...this.#footer.map((column) => column.length));
    this.#footerAt = height - MARGIN + 14 - lines * lineHeight(SMALL.size);
  }

  /** Whether so much fits above the footer. */
  fits(height: number): boolean {
    return this.y + height <= this.#footerAt - 14;
  }

  addFirst(): void {
    const { title, number, seller } = this.#wording;
    this.doc.addPage();
    artifact(this.doc, 'Layout', () => {
      drawMark(this.doc, MARGIN, 36, 24);
      line(this.doc, [MARGIN, this.right], 74, ACCENT, 1.5);
    });
    tagged(this.doc, this.root, 'P', () => this.type.write(seller.name, MARGIN + 33, 40, NAME));
    const room = this.width - 190;
    const size = Math.min(1, room / this.type.width(title, TITLE)) * TITLE.size;
    tagged(this.doc, this.root, 'H1', () => {
      this.type.writeTo(title, this.right, 34 + (TITLE.size - size), { ...TITLE, size });
      this.type.writeTo(number, this.right, 56, { ...PLAIN, size: 10 });
    });
    this.y = 92;
  }

  add(): void {
    const { title, number, seller } = this.#wording;
    this.doc.addPage();
    artifact(this.doc, 'Pagination', () => {
      drawMark(this.doc, MARGIN, 32, 16);
      this.type.write(seller.name, MARGIN + 23, 34.5, { ...STRONG, size: 9.5 });
      this.type.writeTo(`${title} ${number}`, this.right, 35, LABEL);
      line(this.doc, [MARGIN, this.right], 56, ACCENT, 1);
    });
    this.y = 66;
  }

  /** On each page, when it is known how many there are. */
  drawFooters(): void {
    const { count } = this.doc.bufferedPageRange();
    const width = this.width - 70;
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(page);
      artifact(this.doc, 'Pagination', () => {
        line(this.doc, [MARGIN, this.right], this.#footerAt - 7, RULE, 0.5);
        for (const [nth, lines] of this.#footer.entries())
          this.writeLines(lines, MARGIN + (nth * width) / this.#footer.length, this.#footerAt, SMALL);
        this.type.writeTo(`Page ${page + 1} of ${count}`, this.right, this.#footerAt, SMALL);
      });
    }
  }

  /** Returns where the next line begins. */
  writeLines(lines: readonly (string | Line)[], x: number, y: number, style: Style): number {
    for (const [nth, text] of lines.entries())
      this.type.write(text, x, y + nth * lineHeight(style.size), style);
    return y + heightOf(lines, style);
  }
}

/** Who sells, in columns. */
function footerOf({ seller }: Wording): string[][] {
  const { legalName, address, email, taxId, registration, bank } = seller;
  return [[legalName, ...address], [registration, taxId, email], bank];
}
