import type { LabelSize } from '#contract/documents/schema.ts';
import { artifact, type Doc, INK, line, makePdf, type Parent, tagged } from './document.ts';
import { heightOf, type Line, lineHeight, MISSING, type Style, Type } from './type.ts';
import type { Labelled, Sender } from './wording.ts';

/** An address label, before it is drawn. Texts that people typed are as they typed them. */
export interface LabelWording {
  title: string;
  seller: Pick<Sender, 'name' | 'legalName' | 'address'>;
  at: Date;
  /** The lines of the address: the recipient is the first one. */
  to: string[];
  phone: string;
  facts: Labelled[];
}

/** In points. */
const SIZES: Record<LabelSize, [width: number, height: number]> = {
  '100x150': [283.46, 425.2],
  a6: [297.64, 419.53],
};
const MARGIN = 17;
const FACT_LABEL = 58;

const FROM: Style = { font: 'regular', size: 7.5, color: INK };
const FACT: Style = { font: 'regular', size: 8, color: INK };
const FACT_NAME: Style = { font: 'bold', size: 8, color: INK };

/** The address is as large as fits, in points. Up to `WHOLE` no word is broken for it. */
const LARGEST = 19;
const WHOLE = 10;
const SMALLEST = 5;
const STEP = 0.5;

/** Draws the label of a parcel: who sends it, where it goes, as large as fits, and what it is of. In black, for thermal printers. */
export function drawLabel(wording: LabelWording, size: LabelSize): Promise<Buffer> {
  const { title, seller, at } = wording;
  const about = { size: SIZES[size], margin: MARGIN, title, subject: 'Address label', author: seller.name };
  return makePdf({ ...about, created: at }, (doc, root) => draw(doc, root, wording, SIZES[size]));
}

function draw(doc: Doc, root: Parent, wording: LabelWording, [width, height]: [number, number]): void {
  const { seller, to, phone, facts } = wording;
  const type = new Type(doc);
  const right = width - MARGIN;
  const room = width - 2 * MARGIN;
  const write = (lines: readonly (string | Line)[], x: number, y: number, style: Style) => {
    for (const [nth, text] of lines.entries()) type.write(text, x, y + nth * lineHeight(style.size), style);
    return y + heightOf(lines, style);
  };
  const rule = (y: number) => artifact(doc, 'Layout', () => line(doc, [MARGIN, right], y, INK, 1));
  doc.addPage();

  const from = type.wrap(`From: ${[seller.legalName, ...seller.address].join(', ')}`, FROM, room);
  tagged(doc, root, 'P', () => write(from, MARGIN, MARGIN, FROM));
  const top = MARGIN + heightOf(from, FROM) + 6;
  rule(top);

  const rows = facts.map(([label, value]) => ({
    label,
    lines: type.wrap(value, FACT, room - FACT_LABEL).slice(0, 3),
  }));
  const bottom = height - MARGIN - rows.reduce((sum, { lines }) => sum + heightOf(lines, FACT), 0) - 6;
  rule(bottom);
  let y = bottom + 6;
  for (const { label, lines } of rows)
    tagged(doc, root, 'P', () => {
      write([label], MARGIN, y, FACT_NAME);
      y = write(lines, MARGIN + FACT_LABEL, y, FACT);
    });

  const called = [...to, ...(phone.trim() === '' ? [] : [`Tel. ${phone}`])];
  const { name, rest, size } = fitted(type, called, room, bottom - top - 22);
  tagged(doc, root, 'H1', () => {
    y = write(name, MARGIN, top + 14, { font: 'bold', size, color: INK });
  });
  tagged(doc, root, 'P', () => write(rest, MARGIN, y, { font: 'regular', size, color: INK }));
  if (type.isIncomplete)
    tagged(doc, root, 'P', () =>
      write([`${MISSING}: a letter that this label does not have. See the order.`], MARGIN, bottom - 10, {
        font: 'regular',
        size: 6,
        color: INK,
      }),
    );
}

/** Returns an address in the largest type in which it fits; one that never does is cut, and says so. */
function fitted(type: Type, [first = '', ...others]: string[], width: number, height: number) {
  for (let size = LARGEST; ; size -= STEP) {
    const [bold, plain] = [
      { font: 'bold', size, color: INK },
      { font: 'regular', size, color: INK },
    ] as const;
    const isWhole = (text: string, style: Style) =>
      size <= WHOLE || text.split(/\s/).every((word) => type.width(word, style) <= width);
    if (size > SMALLEST && !(isWhole(first, bold) && others.every((text) => isWhole(text, plain)))) continue;
    const name = type.wrap(first, bold, width);
    const rest = others.flatMap((text) => type.wrap(text, plain, width));
    const most = Math.floor(height / lineHeight(size));
    if (name.length + rest.length <= most) return { name, rest, size };
    if (size <= SMALLEST)
      return {
        size,
        name: name.slice(0, most - 1),
        rest: [...rest.slice(0, Math.max(0, most - 1 - name.length)), '… see the order'],
      };
  }
}
