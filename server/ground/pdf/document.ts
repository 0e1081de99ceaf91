import { createRequire } from 'node:module';
import { catalogueLanguage } from '#content/shop.ts';

// Its module for `import` is the browser's, without fonts.
const PDFDocument: typeof import('pdfkit') = createRequire(import.meta.url)('pdfkit');

export type Doc = PDFKit.PDFDocument;
export type Parent = PDFKit.PDFStructureElement;

/** Colours of everything that the shop prints: those of its light theme. */
export const INK = '#1b2429';
export const MUTED = '#56646c';
export const RULE = '#c9d2d6';
export const BAND = '#f1f4f5';
export const ACCENT = '#0d5768';

/** What a PDF is, besides what is on its pages. */
export interface About {
  /** In points. */
  size: [width: number, height: number];
  margin: number;
  title: string;
  subject: string;
  /** Whose it is: the shop's name, or that of a part's maker. */
  author: string;
  /** The same facts give the same bytes. */
  created: Date;
}

/** Draws a tagged PDF, which screen readers read as headings and tables. `draw` may go back to pages until it ends. */
export async function makePdf(
  { size, margin, title, subject, author, created }: About,
  draw: (doc: Doc, root: Parent) => void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size,
    margins: { top: margin, bottom: 0, left: margin, right: margin },
    pdfVersion: '1.7',
    tagged: true,
    lang: catalogueLanguage,
    displayTitle: true,
    autoFirstPage: false,
    bufferPages: true,
    info: {
      Title: title,
      Subject: subject,
      Author: author,
      Producer: author,
      Creator: author,
      CreationDate: created,
      ModDate: created,
    },
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  draw(doc, root);
  root.end();
  doc.end();
  const chunks: Buffer[] = [];
  for await (const chunk of doc as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The shop's mark: an N drawn as a trace between two pads. */
export function drawMark(doc: Doc, x: number, y: number, size: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 28);
  doc.roundedRect(0, 0, 28, 28, 3).fill(ACCENT);
  doc.moveTo(8.5, 19).lineTo(8.5, 8.5).lineTo(19.5, 19.5).lineTo(19.5, 9);
  doc.lineWidth(2.4).lineJoin('round').stroke('#ffffff');
  doc.circle(8.5, 20, 2.3).fill('#ffffff');
  doc.circle(19.5, 8, 2.3).fill('#ffffff');
  doc.restore();
}

/** Draws what screen readers read as an element of this kind. */
export function tagged(doc: Doc, parent: Parent, tag: string, draw: () => void): void {
  const element = doc.struct(tag);
  parent.add(element);
  element.add(doc.markStructureContent(tag));
  draw();
  doc.endMarkedContent();
  element.end();
}

/** Draws what is no content: screen readers leave it out. */
export function artifact(doc: Doc, type: 'Pagination' | 'Layout', draw: () => void): void {
  doc.markContent('Artifact', { type });
  draw();
  doc.endMarkedContent();
}

/** A horizontal line. */
export function line(doc: Doc, [from, to]: [number, number], y: number, color: string, width: number): void {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(width).stroke(color);
}
