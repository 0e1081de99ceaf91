import { artifact, INK, line, type Parent, RULE, tagged } from './document.ts';
import type { Pages } from './pages.ts';
import { DETAIL, HEADING, LABEL, MARGIN, PLAIN, STRONG } from './styles.ts';
import { heightOf, type Line, lineHeight } from './type.ts';
import type { Column, Row } from './wording.ts';

const PADDING = 4;
/** Where the part's name begins. It has what the columns of numbers leave. */
const NAME_AT = MARGIN + 26;

/** Draws the lines of a document, with headings on each page. The last one stays with what is below, so high. */
export function drawTable(pages: Pages, columns: Column[], rows: Row[], heightBelow: number): void {
  const { doc, root, type } = pages;
  const table = doc.struct('Table');
  root.add(table);
  const ends = endsOf(columns, pages.right);
  const nameWidth = pages.right - columns.reduce((sum, [, width]) => sum + width, 0) - NAME_AT;
  const head = doc.struct('TR');
  table.add(head);
  drawHeadings(pages, columns, ends, (text, write) => {
    const cell = doc.struct('TH', { title: text });
    head.add(cell);
    cell.add(doc.markStructureContent('TH'));
    write();
    doc.endMarkedContent();
    cell.end();
  });
  head.end();
  for (const [nth, row] of rows.entries()) {
    const name = type.wrap(row.name, STRONG, nameWidth);
    const details = row.details.flatMap((text) => type.wrap(text, DETAIL, nameWidth));
    const height = heightOf(name, STRONG) + heightOf(details, DETAIL) + 2 * PADDING;
    const below = nth === rows.length - 1 ? heightBelow : 0;
    if (!pages.fits(height + below)) {
      pages.add();
      // Screen readers read the headings once.
      drawHeadings(pages, columns, ends, (_, write) => artifact(doc, 'Pagination', write));
    }
    drawRow(pages, table, ends, row, name, details);
    pages.y += height;
    artifact(doc, 'Layout', () => line(doc, [MARGIN, pages.right], pages.y, RULE, 0.5));
  }
  table.end();
}

/** Where each column of numbers ends. */
function endsOf(columns: Column[], right: number): number[] {
  return columns.map((_, nth) => right - columns.slice(nth + 1).reduce((sum, [, width]) => sum + width, 0));
}

function drawHeadings(
  pages: Pages,
  columns: Column[],
  ends: number[],
  mark: (text: string, write: () => void) => void,
): void {
  const { doc, type } = pages;
  const y = pages.y + PADDING;
  for (const [text, x] of [
    ['Line', MARGIN],
    ['Part', NAME_AT],
  ] as const)
    mark(text, () => type.write(text, x, y, HEADING));
  for (const [nth, [text]] of columns.entries()) mark(text, () => type.writeTo(text, ends[nth]!, y, HEADING));
  pages.y = y + lineHeight(HEADING.size) + PADDING - 1;
  artifact(doc, 'Layout', () => line(doc, [MARGIN, pages.right], pages.y, INK, 0.75));
}

function drawRow(pages: Pages, table: Parent, ends: number[], row: Row, name: Line[], details: Line[]): void {
  const { doc, type } = pages;
  const y = pages.y + PADDING;
  const element = doc.struct('TR');
  table.add(element);
  const cell = (draw: () => void) => tagged(doc, element, 'TD', draw);
  cell(() => type.write(row.no, MARGIN, y, LABEL));
  cell(() => pages.writeLines(details, NAME_AT, pages.writeLines(name, NAME_AT, y, STRONG), DETAIL));
  for (const [nth, text] of row.cells.entries()) cell(() => type.writeTo(text, ends[nth]!, y, PLAIN));
  element.end();
}
