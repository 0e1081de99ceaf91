import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { InsertedSchema, ModifiedSchema } from '../kernel/fields.ts';
import { PURCHASE_MAX_LINES } from '../purchases/limits.ts';
import {
  AddedPictureSchema,
  DeclinedRefundSchema,
  NewReturnSchema,
  ReceivedSchema,
  ReturnAnswerSchema,
  ReturnListQuerySchema,
  ReturnSchema,
} from './schema.ts';

const call = callsOf('Shipping');

/** The calls about what comes back. */
export const returnCalls = {
  addReturn: call('POST /purchases/:id/returns', {
    may: 'return.ask',
    summary: 'Ask to send shipped pieces back; staff’s are accepted at once',
    body: NewReturnSchema,
    most: { lines: PURCHASE_MAX_LINES },
    output: InsertedSchema,
    creates: true,
    refuses: ['not_found', 'not_paid', 'more_than_left', 'purchase_full'],
  }),
  listOpenReturns: call('GET /returns', {
    may: 'return.list',
    summary: 'Returns that are to be answered, or whose pieces are to come, oldest first',
    query: ReturnListQuerySchema,
    output: z.array(ReturnSchema),
  }),
  answerReturn: call('PATCH /returns/:id', {
    may: 'return.answer',
    summary: 'Accept or decline a return, or expect nothing more of it; its buyer is told',
    body: ReturnAnswerSchema,
    output: ModifiedSchema,
    refuses: ['not_found', 'return_state'],
  }),
  withdrawReturn: call('POST /returns/:id/withdraw', {
    may: 'return.withdraw',
    summary: 'Send nothing back after all: by the buyer, before pieces of it have come in',
    output: ModifiedSchema,
    status: 200,
    refuses: ['not_found', 'return_state'],
  }),
  receiveReturn: call('POST /returns/:id/receive', {
    may: 'return.receive',
    summary:
      'Note what came back in which condition, and what of it is on sale again; a line once for each condition',
    body: ReceivedSchema,
    most: { lines: PURCHASE_MAX_LINES },
    output: ModifiedSchema,
    status: 200,
    creates: true,
    refuses: ['not_found', 'return_state', 'more_than_left'],
  }),
  declineRefund: call('POST /purchases/:id/refunds/decline', {
    may: 'order.refund',
    summary: 'Say why pieces that came back are not refunded; the buyer is told',
    body: DeclinedRefundSchema,
    output: ModifiedSchema,
    status: 200,
    refuses: ['not_found', 'refund_changed'],
  }),
  addReturnPicture: call('POST /returns/:id/pictures', {
    may: 'return.ask',
    summary:
      'Show pieces that are to come back: multipart field `image`; JPEG, PNG, WebP or AVIF. A return has 3 at most',
    body: 'multipart',
    output: AddedPictureSchema,
    creates: true,
    refuses: [
      'not_found',
      'return_state',
      'pictures_full',
      'no_image',
      'broken_upload',
      'broken_image',
      'too_many_pixels',
      'unsupported_image',
      'animated',
    ],
  }),
  getReturnPicture: call('GET /returns/:id/pictures/:nth', {
    may: 'return.show',
    summary: 'A picture of a return by its number, for its buyer and staff',
    output: 'bytes',
    media: ['image/webp'],
    refuses: ['not_found'],
  }),
};
