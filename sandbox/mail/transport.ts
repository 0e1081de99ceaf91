import type { MailMessage, MailMessageData, SentMessageInfo, Transport } from 'nodemailer';
import type { MailStore, Message } from './store.ts';

/** A nodemailer transport (https://nodemailer.com/plugins/create/#transports) that delivers into the store. */
export function createStoreTransport(store: MailStore): Transport {
  return {
    name: 'Sandbox mailbox',
    version: '1.0.0',
    send(mail, callback) {
      deliver(store, mail).then(
        (info) => callback(null, info),
        (error) => callback(error),
      );
    },
  };
}

async function deliver(store: MailStore, mail: MailMessage): Promise<SentMessageInfo> {
  const data = await normalize(mail);
  await store.add(toMessage(data));
  const envelope = mail.message.getEnvelope();
  return {
    envelope,
    messageId: String(data.messageId),
    accepted: envelope.to,
    rejected: [],
    response: '250 OK',
  };
}

function normalize(mail: MailMessage): Promise<MailMessageData> {
  return new Promise((resolve, reject) => {
    mail.normalize((error, data) => (error ? reject(error) : resolve(data)));
  });
}

function toMessage(data: MailMessageData): Message {
  return {
    messageId: String(data.messageId),
    date: new Date(data.date ?? Date.now()).toISOString(),
    from: formatAddresses(data.from),
    to: formatAddresses(data.to),
    subject: data.subject ?? '',
    text: String(data.text ?? ''),
    ...(data.html !== undefined && { html: String(data.html) }),
  };
}

/** Addresses as nodemailer has normalised them: `Ada <ada@example.com>, bob@example.com`. */
function formatAddresses(value: unknown): string {
  return [value]
    .flat()
    .filter((one) => one !== undefined)
    .map((one) => {
      const { name, address } = one as { name?: string; address: string };
      return name ? `${name} <${address}>` : address;
    })
    .join(', ');
}
