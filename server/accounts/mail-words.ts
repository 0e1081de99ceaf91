import { mailKinds } from '../ground/letters/kinds.ts';
import { formatMoment } from '../ground/letters/layout.ts';

/** A link that proves who reads the address's mailbox. The token is forgotten once the mail is sent. */
interface LinkFacts {
  token: string;
  /** ISO 8601. */
  expiresAt: string;
}

export const accountMails = mailKinds({
  verify_address: {
    letter: (facts: LinkFacts, origin, zone) => ({
      subject: 'Confirm your email address',
      paragraphs: [
        'Somebody opened an account with this email address. If it was you, confirm that it is yours, signed in to that account.',
        'If it was not you, do nothing. To take the account over, ask for a new password on the login page.',
      ],
      details: [linkEnds(facts, zone)],
      link: { label: 'Confirm this email address', url: `${origin}/verify-email#${facts.token}` },
    }),
  },
  reset_password: {
    letter: (facts: LinkFacts, origin, zone) => ({
      subject: 'Set a new password',
      paragraphs: [
        'Somebody asked for a new password for the account with this email address. If it was you, set it now. It signs you out everywhere.',
        'If it was not you, do nothing: the password stays as it is.',
      ],
      details: [linkEnds(facts, zone)],
      link: { label: 'Set a new password', url: `${origin}/reset-password#${facts.token}` },
    }),
  },
  password_changed: {
    /** `at` is ISO 8601. */
    letter: ({ at }: { at: string }, origin, zone) => ({
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account was changed, and everybody who was signed in to it has been signed out.',
        'If it was not you, ask for a new password at once. Setting it ends your current password and signs everybody out.',
      ],
      details: [['Changed', formatMoment(at, zone)]],
      link: { label: 'Ask for a new password', url: `${origin}/forgot-password` },
    }),
  },
});

function linkEnds({ expiresAt }: LinkFacts, zone: string): [string, string] {
  return ['Link expires', formatMoment(expiresAt, zone)];
}
