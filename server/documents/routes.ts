import type { FastifyRequest } from 'fastify';
import type { documentCalls } from '#contract/documents/calls.ts';
import { parseCreditNoteNumber } from '#contract/documents/schema.ts';
import type { Reach } from '#contract/kernel/reach.ts';
import type { Queryable } from '../ground/database/client.ts';
import { Answer } from '../ground/handling/answer.ts';
import { whileConnected } from '../ground/handling/connected.ts';
import type { Caller, HandlersOf } from '../ground/handling/handler.ts';
import { notFound, Problem } from '../ground/handling/problem.ts';
import type { Limits } from '../ground/limits/limits.ts';
import { trierOf } from '../ground/limits/traffic.ts';
import { findPurchase } from '../purchases/queries.ts';
import type { Settings } from '../settings/settings.ts';
import { readPurchase } from './facts.ts';
import { type DocumentMaker, nameOf } from './make.ts';
import { findCreditNote, findInvoice, listCreditNotes } from './queries.ts';
import { sellerOf } from './seller.ts';
import { findShipment, type ShipmentFacts } from './shipments.ts';
import type { DocumentOrder } from './worker.ts';

export type DocumentCalls = keyof typeof documentCalls;

/** Who wants a document. */
interface Asked {
  caller: Caller;
  can: (action: 'shipment.print') => boolean;
  request: FastifyRequest;
}

/** @param makers staff's documents do not wait for those of buyers, however many these ask for */
export function documentHandlers(
  db: Queryable,
  makers: { staff: DocumentMaker; buyers: DocumentMaker },
  settings: Settings,
  limits: Limits,
): HandlersOf<DocumentCalls> {
  async function requirePurchase(id: string, reach: Reach): Promise<void> {
    if (!(await findPurchase(db, id, reach))) throw notFound('order');
  }

  function answer({ caller, can, request }: Asked, read: () => Promise<DocumentOrder>): Promise<Answer> {
    const make = (maker: DocumentMaker) =>
      whileConnected(request, async (gone) => {
        const { order, pdf } = await maker.make(caller.userId, gone, read);
        return pdfAnswer(pdf, nameOf(order));
      });
    return can('shipment.print')
      ? make(makers.staff)
      : limits.share('document', trierOf(request, caller), () => make(makers.buyers));
  }

  async function requireShipment(id: string): Promise<ShipmentFacts> {
    const facts = await findShipment(db, id);
    if (!facts) throw notFound('shipment');
    return { ...facts, seller: sellerOf(settings.values) };
  }

  return {
    async getConfirmation({ params, query: { paper = 'a4' }, reach, ...asked }) {
      await requirePurchase(params.id, reach);
      return answer(asked, async () => {
        const facts = await readPurchase(db, params.id);
        return { kind: 'confirmation', paper, facts: { ...facts, seller: sellerOf(settings.values) } };
      });
    },

    async getInvoice({ params, query: { paper = 'a4' }, reach, ...asked }) {
      await requirePurchase(params.id, reach);
      return answer(asked, async () => {
        const facts = await findInvoice(db, params.id);
        if (!facts) throw new Problem('not_paid');
        return { kind: 'invoice', paper, facts };
      });
    },

    async listCreditNotes({ params, reach }) {
      await requirePurchase(params.id, reach);
      return listCreditNotes(db, params.id);
    },

    async getCreditNote({ params, query: { paper = 'a4' }, reach, ...asked }) {
      const number = parseCreditNoteNumber(params.number);
      return answer(asked, async () => {
        const facts = number && (await findCreditNote(db, number, reach));
        if (!facts) throw notFound('credit_note');
        return { kind: 'credit_note', paper, facts };
      });
    },

    getPackingSlip: ({ params, query: { paper = 'a4' }, ...asked }) =>
      answer(asked, async () => ({
        kind: 'packing_slip',
        paper,
        facts: await requireShipment(params.id),
      })),

    getAddressLabel: ({ params, query: { size = '100x150' }, ...asked }) =>
      answer(asked, async () => ({
        kind: 'label',
        size,
        facts: await requireShipment(params.id),
      })),
  };
}

function pdfAnswer(pdf: Buffer, name: string): Answer {
  return new Answer(pdf, {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${name}.pdf"`,
    'cache-control': 'private, no-store',
  });
}
