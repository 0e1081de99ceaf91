import type { Paper } from '#contract/documents/schema.ts';
import { ACCENT, artifact, BAND, INK, line, makePdf, tagged } from './document.ts';
import { Pages } from './pages.ts';
import { DETAIL, HEADING, LABEL, MARGIN, PAPERS, PLAIN, STRONG, SUM } from './styles.ts';
import { drawTable } from './table.ts';
import { heightOf, type Line, lineHeight, MISSING, type Style } from './type.ts';
import type { Wording } from './wording.ts';

const GAP = 16;
const FACT_LABEL = 72;
const NOTE_LABEL = 96;
/** Identifiers are set no smaller than this, in points. */
const SMALLEST = 6;

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
  return makePdf(about, (doc, root) => {
    const pages = new Pages(doc, root, wording, PAPERS[paper]);
    pages.addFirst();
    drawParties(pages, wording);
    if (wording.notice) drawNotice(pages, wording.notice);
    drawTable(pages, wording.columns, wording.rows, heightBelow(pages, wording));
    drawSums(pages, wording);
    drawNotes(pages, wording);
    pages.drawFooters();
  });
}

/** Buyer and address on the left, what the document refers to on the right. */
function drawParties(pages: Pages, { parties, facts }: Wording): void {
  const { doc, root, type } = pages;
  const top = pages.y;
  const factsAt = MARGIN + pages.width * 0.58;
  const width = (factsAt - MARGIN - 2 * GAP) / 2;
  let bottom = top;
  for (const [nth, { label, lines }] of parties.entries()) {
    const x = MARGIN + nth * (width + GAP);
    let y = top;
    tagged(doc, root, 'P', () => {
      y = pages.writeLines([label], x, y, HEADING) + 2;
      for (const [n, text] of lines.entries()) {
        const style = n === 0 ? STRONG : PLAIN;
        y = pages.writeLines(type.wrap(text, style, width), x, y, style);
      }
    });
    bottom = Math.max(bottom, y);
  }
  let y = top;
  for (const [label, value] of facts) {
    const room = pages.right - factsAt - FACT_LABEL;
    const style = fitted(pages, value, PLAIN, room);
    const lines = type.wrap(value, style, room);
    tagged(doc, root, 'P', () => {
      pages.writeLines([label], factsAt, y, LABEL);
      y = pages.writeLines(lines, factsAt + FACT_LABEL, y, style) + 1.5;
    });
  }
  pages.y = Math.max(bottom, y) + 18;
}

/** Identifiers are set smaller before they are broken, so that they can be read and copied as one. */
function fitted({ type }: Pages, value: string, style: Style, room: number): Style {
  const size = (style.size * room) / type.width(value, style);
  const isFitting = size >= style.size || value.includes(' ') || size < SMALLEST;
  return isFitting ? style : { ...style, size };
}

function drawNotice(pages: Pages, notice: string): void {
  const { doc, root, type, width } = pages;
  const lines = type.wrap(notice, STRONG, width - 24);
  const height = heightOf(lines, STRONG) + 16;
  artifact(doc, 'Layout', () => {
    doc.rect(MARGIN, pages.y, width, height).fill(BAND);
    doc.rect(MARGIN, pages.y, 3, height).fill(ACCENT);
  });
  tagged(doc, root, 'P', () => pages.writeLines(lines, MARGIN + 14, pages.y + 8, STRONG));
  pages.y += height + 16;
}

/** The last line stays with the sums, and with notes that are not long. */
function heightBelow(pages: Pages, { sums, notes }: Wording): number {
  const lines = notes.flatMap(([, value]) => wrapNote(pages, value));
  return 35 + sums.length * 15 + Math.min(heightOf(lines, DETAIL) + notes.length * 4, 120);
}

function wrapNote({ type, width }: Pages, value: string): Line[] {
  return value.split('\n').flatMap((line) => type.wrap(line, DETAIL, width - NOTE_LABEL));
}

function drawSums(pages: Pages, { sums }: Wording): void {
  const { doc, root, type, right } = pages;
  pages.y += 10;
  const from = right - 230;
  for (const [nth, [label, value]] of sums.entries()) {
    const isLast = nth === sums.length - 1;
    if (isLast) {
      artifact(doc, 'Layout', () => line(doc, [from, right], pages.y, INK, 0.75));
      pages.y += 5;
    }
    tagged(doc, root, 'P', () => {
      type.write(label, from, pages.y, isLast ? SUM : LABEL);
      type.writeTo(value, right, pages.y, isLast ? SUM : PLAIN);
    });
    pages.y += 15;
  }
  pages.y += 14;
}

function drawNotes(pages: Pages, { notes }: Wording): void {
  for (const [label, value] of notes) drawNote(pages, label, value);
  if (pages.type.isIncomplete)
    drawNote(
      pages,
      'Characters',
      `${MISSING} stands for a character that the typeface of this document does not have. The order has it as it was typed.`,
    );
}

function drawNote(pages: Pages, label: string, value: string): void {
  for (const [nth, text] of wrapNote(pages, value).entries()) {
    if (!pages.fits(lineHeight(DETAIL.size))) pages.add();
    // An element of its own: none may go on on the next page.
    tagged(pages.doc, pages.root, 'P', () => {
      if (nth === 0) pages.type.write(label, MARGIN, pages.y, HEADING);
      pages.y = pages.writeLines([text], MARGIN + NOTE_LABEL, pages.y, DETAIL);
    });
  }
  pages.y += 4;
}
