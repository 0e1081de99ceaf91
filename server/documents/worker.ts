// The process that draws documents (see make.ts): it gets facts and returns PDFs.
import type { LabelSize, Paper } from '#contract/documents/schema.ts';
import { drawDocument } from '../ground/pdf/draw.ts';
import { drawLabel } from '../ground/pdf/label.ts';
import { serveOrders } from '../ground/pdf/maker.ts';
import type { Wording } from '../ground/pdf/wording.ts';
import type { ConfirmationFacts, CreditNoteFacts, InvoiceFacts } from './queries.ts';
import { wordLabel, wordPackingSlip } from './shipment-words.ts';
import type { ShipmentFacts } from './shipments.ts';
import { wordConfirmation, wordCreditNote, wordInvoice } from './words.ts';

/** A document to draw. */
export type DocumentOrder = SheetOrder | { kind: 'label'; size: LabelSize; facts: ShipmentFacts };

type SheetOrder = { paper: Paper } & (
  | { kind: 'confirmation'; facts: ConfirmationFacts }
  | { kind: 'invoice'; facts: InvoiceFacts }
  | { kind: 'credit_note'; facts: CreditNoteFacts }
  | { kind: 'packing_slip'; facts: ShipmentFacts }
);

serveOrders((order: DocumentOrder) =>
  order.kind === 'label'
    ? drawLabel(wordLabel(order.facts), order.size)
    : drawDocument(word(order), order.paper),
);

function word(order: SheetOrder): Wording {
  switch (order.kind) {
    case 'confirmation':
      return wordConfirmation(order.facts);
    case 'invoice':
      return wordInvoice(order.facts);
    case 'credit_note':
      return wordCreditNote(order.facts);
    case 'packing_slip':
      return wordPackingSlip(order.facts);
  }
}
