// What is not the shop's and outlives its faults: the payment provider, with a database of its own, and the mail server.
import Fastify from 'fastify';
import pg from 'pg';
import { createStripeSandbox } from '../../../sandbox/stripe/plugin.ts';
import { startEmbeddedPostgres } from '../../../server/ground/database/embedded.ts';
import { startMailServer } from '../../fixtures/mail.ts';

const [host = '', dataDir = '', webhookUrl = ''] = process.argv.slice(2);
const { connection } = await startEmbeddedPostgres({ dataDir, log: () => {} });
const pool = new pg.Pool({ ...connection, max: 5 });
const stripe = await createStripeSandbox({ pool, webhookUrl: () => webhookUrl });
const app = Fastify();
await app.register(stripe.plugin);
const paymentsAt = await app.listen({ host, port: 0 });
const mailServer = await startMailServer(0, host);

process.on('message', () => process.send!(mailServer.mails.map(({ messageId }) => messageId)));
process.send!({ ...stripe.keys, paymentsAt, smtpUrl: mailServer.url });
// Whoever started it has ended.
process.once('disconnect', () => process.exit(0));
