import { mailKinds } from '../ground/letters/kinds.ts';
import { formatMoment } from '../ground/letters/layout.ts';

/** ISO 8601. */
interface Moment {
  at: string;
}

const NOT_YOU =
  'If it was not you, set a new password at once, which ends all sessions, and tell an admin of the shop.';

export const secondFactorMails = mailKinds({
  second_factor_added: {
    letter: ({ at }: Moment, origin, zone) => ({
      subject: 'A second factor was set up',
      paragraphs: [
        'From now on signing in to your account asks for a code of your authenticator app, too. All other sessions have ended.',
        NOT_YOU,
      ],
      details: [['Set up', formatMoment(at, zone)]],
      link: { label: 'Set a new password', url: `${origin}/forgot-password` },
    }),
  },
  second_factor_removed: {
    letter: ({ at, by }: Moment & { by: string }, origin, zone) => ({
      subject: 'Your second factor was removed',
      paragraphs: [
        'Signing in to your account asks for no code and no passkey any more, and you were signed out everywhere. Set a new one up under My Profile.',
        'If you did not ask for it, tell another admin of the shop at once.',
      ],
      details: [
        ['Removed', formatMoment(at, zone)],
        ['By', by],
      ],
      link: { label: 'My Profile', url: `${origin}/dashboard/myProfile` },
    }),
  },
  passkey_added: {
    letter: ({ at, name, isFirst }: Moment & { name: string; isFirst: boolean }, origin, zone) => ({
      subject: 'A passkey was added',
      paragraphs: [
        isFirst
          ? 'From now on signing in to your account asks for it, too. All other sessions have ended.'
          : 'From now on it confirms sign-ins to your account.',
        NOT_YOU,
      ],
      details: [
        ['Added', formatMoment(at, zone)],
        ['Passkey', name],
      ],
      link: { label: 'Set a new password', url: `${origin}/forgot-password` },
    }),
  },
  passkey_removed: {
    letter: ({ at, name }: Moment & { name: string }, origin, zone) => ({
      subject: 'A passkey was removed',
      paragraphs: ['It confirms no sign-ins to your account any more.', NOT_YOU],
      details: [
        ['Removed', formatMoment(at, zone)],
        ['Passkey', name],
      ],
      link: { label: 'My Profile', url: `${origin}/dashboard/myProfile` },
    }),
  },
  recovery_code_used: {
    letter: ({ at, left }: Moment & { left: number }, origin, zone) => ({
      subject: 'A recovery code was used',
      paragraphs: ['Somebody signed in to your account with one of its recovery codes.', NOT_YOU],
      details: [
        ['Used', formatMoment(at, zone)],
        ['Codes left', String(left)],
      ],
      link: { label: 'My Profile', url: `${origin}/dashboard/myProfile` },
    }),
  },
});
