import { sql } from 'kysely';
import { mailKinds } from '../ground/letters/kinds.ts';
import { formatMoment } from '../ground/letters/layout.ts';
import { inShort, type OrderFacts, orderDetails } from './mail-words.ts';
import { isWaiting } from './queries.ts';

interface AskedFacts extends OrderFacts {
  /** ISO 8601; null once the hold has ended. */
  heldUntil: string | null;
  /** Who has placed it. */
  buyer: string;
  reasons: ('above' | 'new_address' | 'over_budget')[];
}

interface VerdictFacts extends OrderFacts {
  heldUntil: string | null;
  by: string;
  text: string | null;
}

const REASONS: Record<AskedFacts['reasons'][number], string> = {
  above: 'It comes to more than may be ordered without an approval.',
  new_address: 'It goes to an address that is not in your company’s address book.',
  over_budget: 'It does not fit the budget.',
};

/** What the order is, with a note of it, and the way to its page. */
const about = (facts: OrderFacts & { text?: string | null }, origin: string, zone: string) => ({
  details: [...(facts.text ? [['Note', facts.text] as [string, string]] : []), ...orderDetails(facts, zone)],
  link: { label: 'View the order', url: `${origin}/dashboard/purchases/${facts.purchaseId}` },
});

const until = (heldUntil: string | null, zone: string) =>
  heldUntil === null ? [] : [`Its parts are kept until ${formatMoment(heldUntil, zone)}.`];

/** Mails that nobody needs once their reader's approval is not waited for any more, or another mail tells of a later change. */
const useless = sql<string | null>`case
  when (select not ${isWaiting} or asked_at <> (facts ->> 'askedAt')::timestamptz
    from purchases where id = (facts ->> 'purchaseId')::uuid)
    or exists (select from approvals join users on users.id = approvals.user_id
      where purchase_id = (facts ->> 'purchaseId')::uuid and void_at is null and users.email = recipient)
    then 'The order had changed, or did not wait for this approval any more, before it could be sent.'
  end`;

export const approvalMails = mailKinds({
  approval_asked: {
    letter: (facts: AskedFacts, origin, zone) => ({
      subject: `To approve: ${inShort(facts)}`,
      paragraphs: [
        `${facts.buyer} asks for your approval of this order.`,
        ...facts.reasons.map((reason) => REASONS[reason]),
        ...until(facts.heldUntil, zone),
      ],
      ...about(facts, origin, zone),
    }),
    useless,
  },
  approval_reminder: {
    letter: (facts: AskedFacts, origin, zone) => ({
      subject: `Still to approve: ${inShort(facts)}`,
      paragraphs: [
        `This order of ${facts.buyer} still waits for your approval.`,
        ...until(facts.heldUntil, zone),
        'After that they go back on sale.',
      ],
      ...about(facts, origin, zone),
    }),
    useless,
  },
  approved: {
    letter: (facts: VerdictFacts, origin, zone) => ({
      subject: `Approved: ${inShort(facts)}`,
      paragraphs: [
        `${facts.by} has approved this order. It can be paid now.`,
        ...until(facts.heldUntil, zone),
      ],
      ...about(facts, origin, zone),
    }),
  },
  sent_back: {
    letter: (facts: VerdictFacts, origin, zone) => ({
      subject: `Sent back: ${inShort(facts)}`,
      paragraphs: [
        `${facts.by} has sent this order back to you. Change it, or ask again, on its page.`,
        ...until(facts.heldUntil, zone),
      ],
      ...about(facts, origin, zone),
    }),
  },
});
