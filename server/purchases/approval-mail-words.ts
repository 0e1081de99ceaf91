import { sql } from 'kysely';
import { formatPeriod } from '#contract/kernel/days.ts';
import { formatCents, formatMoney } from '#contract/kernel/money.ts';
import { known, orderUrl } from '../ground/letters/about-order.ts';
import { mailKinds } from '../ground/letters/kinds.ts';
import { formatMoment } from '../ground/letters/layout.ts';
import { inShort, type OrderFacts, orderDetails } from './mail-words.ts';
import { isWaiting } from './queries.ts';

/** A budget that an order counts in: what is used of its period, with this order. */
export interface CountedBudget {
  name: string;
  period: 'month' | 'quarter' | 'year';
  periodStart: string;
  limitCents: number;
  usedCents: number;
}

/** What may be missing is not in mails of versions before. */
interface AskedFacts extends OrderFacts {
  /** ISO 8601; null once the hold has ended. */
  heldUntil: string | null;
  /** Who has placed it. */
  buyer: string;
  company?: string;
  costCentre?: string | null;
  note?: string | null;
  budgets?: CountedBudget[];
  reasons: ('above' | 'new_address' | 'over_budget')[];
  /** The least dollars that needed an approval. */
  above?: number | null;
}

interface VerdictFacts extends OrderFacts {
  heldUntil: string | null;
  by: string;
  text: string | null;
}

const REASONS: Record<AskedFacts['reasons'][number], (facts: AskedFacts) => string> = {
  above: ({ above }) =>
    typeof above === 'number'
      ? `It comes to more than ${formatMoney(above)}, the amount that needs no approval.`
      : 'It comes to more than may be ordered without an approval.',
  new_address: () => 'It goes to an address that is not in your company’s address book.',
  over_budget: () => 'It does not fit the budget.',
};

const toBudget = ({ name, period, periodStart, limitCents, usedCents }: CountedBudget): [string, string] => {
  const [left, limit] = [limitCents - usedCents, formatCents(limitCents)];
  const words =
    left < 0
      ? `this order exceeds the ${limit} by ${formatCents(-left)}`
      : `${formatCents(left)} of ${limit} left after this order`;
  return ['Budget', `${name}, ${formatPeriod(period, periodStart)}: ${words}`];
};

/** What there is to decide on, and the way to where it is decided. */
const toDecide = (facts: AskedFacts, origin: string, zone: string) => ({
  details: [
    ...known('Company', facts.company),
    ...orderDetails(facts, zone),
    ...known('Cost center', facts.costCentre),
    ...(facts.budgets ?? []).map(toBudget),
    ...known('Order notes', facts.note),
  ],
  link: {
    label: 'Decide on the order',
    url: orderUrl(origin, `purchases/${facts.purchaseId}`, facts),
  },
});

/** What was decided on, with the note, and the way to its page. */
const decided = (facts: VerdictFacts, origin: string, zone: string) => ({
  details: [...known('Note', facts.text), ...orderDetails(facts, zone)],
  link: { label: 'View the order', url: orderUrl(origin, `purchases/${facts.purchaseId}`, facts) },
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
        ...facts.reasons.map((reason) => REASONS[reason](facts)),
        ...until(facts.heldUntil, zone),
      ],
      ...toDecide(facts, origin, zone),
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
      ...toDecide(facts, origin, zone),
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
      ...decided(facts, origin, zone),
    }),
  },
  sent_back: {
    letter: (facts: VerdictFacts, origin, zone) => ({
      subject: `Sent back: ${inShort(facts)}`,
      paragraphs: [
        `${facts.by} has sent this order back to you. Change it, or ask again, on its page.`,
        ...until(facts.heldUntil, zone),
      ],
      ...decided(facts, origin, zone),
    }),
  },
});
