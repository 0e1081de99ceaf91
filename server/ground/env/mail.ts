import { EmailSchema } from '#contract/accounts/schema.ts';
import type { Variables } from './variables.ts';

/** The mail server's address, which has credentials in it. */
export function readSmtpUrl(variables: Variables): string | undefined {
  return variables.fitting(
    'SMTP_URL',
    (text) => /^smtps?:\/\/[^\s]+$/.test(text) && URL.canParse(text) && new URL(text).hostname !== '',
    'an address such as smtps://user:password@mail.example.com',
  );
}

/** The sender of all mails. */
export function readMailFrom(variables: Variables, publicUrl: string | undefined): string {
  const text = variables.fitting(
    'MAIL_FROM',
    (text) => /^([^<>@\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(text),
    'an email address, or a name and one: Northbridge <orders@example.com>',
  );
  return text ?? `Northbridge <orders@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`;
}

/** Who becomes an admin, in lower case. */
export function readAdminEmail(variables: Variables): string | undefined {
  return variables
    .fitting(
      'ADMIN_EMAIL',
      (text) => EmailSchema.safeParse(text.toLowerCase()).success,
      'an email address, such as owner@example.com',
    )
    ?.toLowerCase();
}
