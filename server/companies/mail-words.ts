import { INVITATION_DAYS } from '#contract/companies/schema.ts';
import { formatPeriod } from '#contract/kernel/days.ts';
import { formatCents } from '#contract/kernel/money.ts';
import { mailKinds } from '../ground/letters/kinds.ts';
import { formatMoment } from '../ground/letters/layout.ts';

interface InvitationFacts {
  /** Forgotten once the mail is sent. */
  token: string;
  company: string;
  invitedBy: string;
  /** ISO 8601. */
  expiresAt: string;
}

interface LimitFacts {
  buyerId: string;
  company: string;
  /** Null: it is the limit of the member who reads it. */
  budget: string | null;
  period: 'month' | 'quarter' | 'year';
  periodStart: string;
  limitCents: number;
  usedCents: number;
}

export const companyMails = mailKinds({
  company_invitation: {
    letter: ({ token, company, invitedBy, expiresAt }: InvitationFacts, origin, zone) => ({
      // Not the company's name, which a stranger may have chosen.
      subject: `Invitation from ${invitedBy}`,
      paragraphs: [
        `${invitedBy} invites you to order for ${company}. Accept it signed in; whoever has no account opens one first.`,
        `The link is good for ${INVITATION_DAYS} days and for one person. If you do not know the company, do nothing.`,
      ],
      details: [
        ['Company', company],
        ['Link expires', formatMoment(expiresAt, zone)],
      ],
      link: { label: 'Accept the invitation', url: `${origin}/invitations#${token}` },
    }),
  },
  company_approved: {
    letter: ({ buyerId, company }: { buyerId: string; company: string }, origin) => ({
      subject: 'Your company can order now',
      paragraphs: [
        `We have approved ${company}: its members can place orders from now on. Carts and lists are as you left them.`,
      ],
      details: [['Company', company]],
      link: { label: 'View the company', url: `${origin}/dashboard/company/${buyerId}` },
    }),
  },
  limit_nearly_used: {
    letter: (
      { buyerId, company, budget, period, periodStart, limitCents, usedCents }: LimitFacts,
      origin,
    ) => {
      const percent = `${Math.floor((usedCents * 100) / limitCents)}%`;
      const when = formatPeriod(period, periodStart);
      return {
        subject:
          budget === null
            ? `${percent} of your limit for ${company} is used`
            : `${percent} of the budget ${budget} is used`,
        paragraphs: [
          budget === null
            ? `Your orders of ${when} have used ${percent} of what you may order for ${company} in a month.`
            : `Orders of ${when} have used ${percent} of the budget ${budget} of ${company}.`,
          budget === null
            ? 'An order that does not fit what is left is refused. An admin of the company can change your limit.'
            : 'An order that does not fit what is left is refused, or needs an approval where your company has a rule for it. An admin of the company can change the budget.',
        ],
        details: [
          ['Company', company],
          ...(budget === null ? [] : [['Budget', budget] as [string, string]]),
          ['Period', when],
          ['Limit', formatCents(limitCents)],
          ['Used', formatCents(usedCents)],
          ['Left', formatCents(Math.max(0, limitCents - usedCents))],
        ],
        link: { label: 'View the company', url: `${origin}/dashboard/company/${buyerId}` },
      };
    },
  },
});
