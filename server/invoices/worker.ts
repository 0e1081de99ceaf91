// The process that draws documents (see make.ts): it gets facts and returns PDFs.
import type { Paper } from '#contract/documents.ts';
import { drawDocument } from '../pdf/draw.ts';
import { serveOrders } from '../pdf/maker.ts';
import type { Wording } from '../pdf/wording.ts';
import type { ConfirmationFacts, CreditNoteFacts, InvoiceFacts } from './queries.ts';
import { wordConfirmation, wordCreditNote, wordInvoice } from './words.ts';

/** A document to draw. */
export type DocumentOrder = { paper: Paper } & (
  | { kind: 'confirmation'; facts: ConfirmationFacts }
  | { kind: 'invoice'; facts: InvoiceFacts }
  | { kind: 'credit_note'; facts: CreditNoteFacts }
);

serveOrders((order: DocumentOrder) => drawDocument(word(order), order.paper));

function word(order: DocumentOrder): Wording {
  switch (order.kind) {
    case 'confirmation':
      return wordConfirmation(order.facts);
    case 'invoice':
      return wordInvoice(order.facts);
    case 'credit_note':
      return wordCreditNote(order.facts);
  }
}
