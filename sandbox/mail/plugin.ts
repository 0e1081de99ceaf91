import type { FastifyPluginAsync } from 'fastify';
import type { Transport } from 'nodemailer';
import { mountStylesheet } from '../page.ts';
import {
  FRAME_HEADERS,
  HEADERS,
  renderFrame,
  renderMailbox,
  renderMessage,
  renderMissing,
  STAND_IN,
} from './page.ts';
import { MailStore } from './store.ts';
import { createStoreTransport } from './transport.ts';

/** The address of the mailbox's page. */
export const MAILBOX = '/sandbox/mail';

export interface MailSandbox {
  /** For nodemailer's createTransport. */
  transport: Transport;
  /** Mounts the mailbox's pages. */
  plugin: FastifyPluginAsync;
}

/** A stand-in for a mail server: it keeps sent messages in a folder and shows all of them to everyone. */
export async function createMailSandbox(folder: string): Promise<MailSandbox> {
  const store = new MailStore(folder);
  await store.open();

  const plugin: FastifyPluginAsync = async (app) => {
    app.get(MAILBOX, async (_request, reply) =>
      reply.headers(HEADERS).send(renderMailbox(await store.list(), addressOf)),
    );
    await mountStylesheet(app, STAND_IN, new URL('style.css', import.meta.url));
    app.get<{ Params: { name: string } }>(addressOf(':name'), async ({ params: { name } }, reply) => {
      const message = await store.find(name);
      reply.headers(HEADERS);
      if (!message) return reply.code(404).send(renderMissing(MAILBOX));
      return reply.send(renderMessage(message, { mailbox: MAILBOX, html: `${addressOf(name)}/html` }));
    });
    app.get<{ Params: { name: string } }>(
      `${addressOf(':name')}/html`,
      async ({ params: { name } }, reply) => {
        const message = await store.find(name);
        if (message?.html === undefined) return reply.code(404).headers(HEADERS).send(renderMissing(MAILBOX));
        return reply.headers(FRAME_HEADERS).send(renderFrame(message.html));
      },
    );
  };

  return { transport: createStoreTransport(store), plugin };
}

function addressOf(name: string): string {
  return `${MAILBOX}/messages/${name}`;
}
