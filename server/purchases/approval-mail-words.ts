import { sql } from 'kysely';
import { mailKinds } from '../ground/letters/kinds.ts';
import { formatMoment } from '../ground/letters/layout.ts';
import { inShort, type OrderFacts, orderDetails } from './mail-words.ts';

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

const page = (origin: string, { purchaseId }: OrderFacts) => `${origin}/dashboard/purchases/${purchaseId}`;

const until = (heldUntil: string | null, zone: string) =>
  heldUntil === null ? [] : [`Its parts are kept until ${formatMoment(heldUntil, zone)}.`];

/** What is of no use once nothing waits for an approval any more. */
const useless = sql<string | null>`case
  when (select asked_at is null or approved_at is not null or state = 'deleted' from purchases where id = (facts ->> 'purchaseId')::uuid)
    then 'The order waited for no approval any more before it could be sent.'
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
      details: orderDetails(facts, zone),
      link: { label: 'View the order', url: page(origin, facts) },
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
      details: orderDetails(facts, zone),
      link: { label: 'View the order', url: page(origin, facts) },
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
      details: [
        ...(facts.text ? [['Note', facts.text] as [string, string]] : []),
        ...orderDetails(facts, zone),
      ],
      link: { label: 'View the order', url: page(origin, facts) },
    }),
  },
  sent_back: {
    letter: (facts: VerdictFacts, origin, zone) => ({
      subject: `Sent back: ${inShort(facts)}`,
      paragraphs: [
        `${facts.by} has sent this order back to you. Change it, or ask again, on its page.`,
        ...until(facts.heldUntil, zone),
      ],
      details: [
        ...(facts.text ? [['Note', facts.text] as [string, string]] : []),
        ...orderDetails(facts, zone),
      ],
      link: { label: 'View the order', url: page(origin, facts) },
    }),
  },
});
