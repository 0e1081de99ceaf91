import type { Env } from '../../ground/env.ts';
import { tryMailServer } from '../../ground/mail/transport.ts';
import { type Finding, look, notUsed, reasonOf, well, wrong } from './finding.ts';

/** Talks to the mail server of SMTP_URL as far as its login. Sends no mail. */
export async function lookAtMail({ smtpUrl, sandbox, mailFrom }: Env): Promise<Finding[]> {
  if (!smtpUrl && sandbox) return [notUsed("SMTP_URL is not set: mails go to the sandbox's mailbox.")];
  if (!smtpUrl) {
    const todo = 'Set it: without mail nobody can confirm an address or set a new password.';
    return [look('SMTP_URL is not set: mails stay in the outbox.', todo)];
  }
  const { host } = new URL(smtpUrl);
  try {
    await tryMailServer(smtpUrl);
    return [
      well(`SMTP_URL: ${host} takes the login.`),
      look(
        `MAIL_FROM is ${mailFrom}: whether ${host} may send for it cannot be seen from here.`,
        'Ask for a new password on the login page, and look at the SPF and DKIM results of the mail that arrives.',
      ),
    ];
  } catch (error) {
    const { code } = error as { code?: string };
    const todo =
      code === 'EAUTH'
        ? 'Check user and password; special characters are percent-encoded.'
        : 'Check host and port (smtps:// for 465, smtp:// for 587), and whether the firewall lets this machine out.';
    return [wrong(`SMTP_URL: ${host} refused (${reasonOf(error)}).`, todo)];
  }
}
