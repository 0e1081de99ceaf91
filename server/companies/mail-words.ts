import { INVITATION_DAYS } from '#contract/companies/schema.ts';
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

export const companyMails = mailKinds({
  company_invitation: {
    letter: ({ token, company, invitedBy, expiresAt }: InvitationFacts, origin, zone) => ({
      subject: `Order for ${company}`,
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
});
