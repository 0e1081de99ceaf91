import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived at a mail server. */
export interface ReceivedMail {
  recipients: string[];
  messageId: string;
  subject: string;
  /** The whole message as it was sent. */
  source: string;
}

/** A real mail server on a port of its own, which keeps what it takes. */
export interface TestMailServer {
  port: number;
  url: string;
  mails: ReceivedMail[];
  /** Answers to a recipient: undefined takes it. */
  refuse: (address: string) => { code: number; text: string } | undefined;
  /** Called when a message is there in whole, before the server says that it took it. */
  beforeTaking: () => Promise<void>;
  close(): Promise<void>;
}

/** Starts a mail server; `port` 0 picks a free one. */
export async function startMailServer(port = 0): Promise<TestMailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const refusal = running.refuse(address);
      done(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : undefined);
    },
    onData(stream, session, done) {
      text(stream)
        .then(async (source) => {
          await running.beforeTaking();
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          running.mails.push({
            recipients,
            messageId: headerOf(source, 'message-id'),
            subject: headerOf(source, 'subject'),
            source,
          });
        })
        .then(() => done(), done);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: chosen } = server.server.address() as { port: number };
  const running: TestMailServer = {
    port: chosen,
    url: `smtp://127.0.0.1:${chosen}`,
    mails: [],
    refuse: () => undefined,
    beforeTaking: async () => {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return running;
}

function headerOf(source: string, name: string): string {
  const head = source.slice(0, source.search(/\r?\n\r?\n/)).replace(/\r?\n[ \t]+/g, ' ');
  return head.match(new RegExp(`^${name}: (.*)$`, 'im'))?.[1] ?? '';
}
