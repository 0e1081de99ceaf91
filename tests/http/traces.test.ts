import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { confirmPayment, intentIdOf } from '../fixtures/payments.ts';
import { type ReceivedSpan, type Receiver, startReceiver } from '../fixtures/traces.ts';
import { type CallResult, orderFor, type Person, startTestShop, type TestShop } from '../testing.ts';
import { until } from '../until.ts';

const STRANGER = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${STRANGER}-b7ad6b7169203331-01`;

const byRequest = ({ spans }: Receiver, { headers }: CallResult) =>
  spans.find((span) => span.attributes['northbridge.request_id'] === headers.get('x-request-id'));
const childrenOf = ({ spans }: Receiver, parent: ReceivedSpan) =>
  spans.filter(({ traceId, parentSpanId }) => traceId === parent.traceId && parentSpanId === parent.spanId);
/** Everything below a span. */
const below = (receiver: Receiver, parent: ReceivedSpan): ReceivedSpan[] =>
  childrenOf(receiver, parent).flatMap((span) => [span, ...below(receiver, span)]);

describe('traces', () => {
  let receiver: Receiver;
  let shop: TestShop;
  let buyer: Person;
  let log = '';
  let placed: CallResult;
  let intent: CallResult;
  let product: CallResult;

  const ordersOf = ({ email, token }: Person, headers = {}) =>
    shop.call(`GET /orders?email=${email}`, { token, headers });

  before(async () => {
    receiver = await startReceiver();
    shop = await startTestShop(
      {
        LOG_LEVEL: 'info',
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key-of-the-receiver',
        OTEL_SERVICE_NAME: 'shop-of-the-test',
        OTEL_BSP_SCHEDULE_DELAY: '20',
      },
      {
        logTo: {
          write(line: string) {
            log += line;
          },
        },
      },
    );
    buyer = await shop.signUp('Very Unusual Name');
    const list = await shop.call('GET /products');
    product = await shop.call(`GET /products/${list.body[0]._id}`);
    placed = await shop.call('POST /orders', {
      token: buyer.token,
      headers: { 'idempotency-key': 'a-key-of-the-buyer' },
      body: { ...orderFor(list.body[0], buyer), shippingAdd: '77 Hidden Harbour', phone: '+1 555 987 6543' },
    });
    const { body: order } = await shop.call(`GET /orders/${placed.body.insertedId}?secret=of-the-query`, {
      token: buyer.token,
    });
    intent = await shop.call('POST /create-payment-intent', {
      token: buyer.token,
      body: { price: order.total, orderId: order._id },
    });
    await shop.runJobs();
    await until(async () => byRequest(receiver, intent) !== undefined);
  });
  after(async () => {
    await shop.close();
    await receiver.close();
  });

  test('a request is a span with the pattern of its route and the request id, and has its statements below it', () => {
    assert.equal(placed.status, 201);
    const span = byRequest(receiver, placed)!;
    assert.equal(span.name, 'POST /orders');
    assert.equal(span.kind, 2);
    assert.equal(span.parentSpanId, undefined);
    const { 'northbridge.request_id': _, ...told } = span.attributes;
    assert.deepEqual(told, {
      'http.request.method': 'POST',
      'http.route': '/orders',
      'northbridge.call': 'placeOrder',
      'http.response.status_code': 201,
    });
    assert.equal(span.resource['service.name'], 'shop-of-the-test');
    assert.equal(span.resource['northbridge.process'], 0);
    const parts = below(receiver, span);
    const statement = parts.find(({ name }) => name.includes('insert purchases'));
    assert.equal(statement?.attributes['db.system.name'], 'postgresql', JSON.stringify(parts, null, 1));
    const batch = parts.find(({ spanId }) => spanId === statement.parentSpanId);
    assert.equal(batch?.attributes['northbridge.batch.items'], 1);
    assert.ok(BigInt(statement.startTimeUnixNano) >= BigInt(span.startTimeUnixNano));
    assert.ok(BigInt(statement.endTimeUnixNano) <= BigInt(span.endTimeUnixNano));
  });

  test('a call at the payment provider is below the request that needed it', () => {
    assert.equal(intent.status, 200);
    const span = byRequest(receiver, intent)!;
    const provider = below(receiver, span).find(({ name }) => name === 'stripe createIntent');
    assert.equal(provider?.attributes['peer.service'], 'stripe');
    // Stripe is another company, which hears nothing of the shop's traces.
    const theirs = receiver.spans.find(({ name }) => name === 'POST /v1/payment_intents')!;
    assert.notEqual(theirs.traceId, span.traceId);
  });

  test('statements of concurrent requests are below their own request', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => shop.signUp()));
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ordersOf(people[n % 5]!)));
    await until(async () => answers.every((answer) => byRequest(receiver, answer)));
    const statements = answers.map((answer) =>
      below(receiver, byRequest(receiver, answer)!)
        .filter(({ name }) => name.includes('orders'))
        .map(({ name }) => name),
    );
    assert.ok(statements[0]!.length > 0, JSON.stringify(below(receiver, byRequest(receiver, answers[0]!)!)));
    for (const names of statements) assert.deepEqual(names, statements[0]);
  });

  test('each run of a job is a trace with its statements', () => {
    const job =
      receiver.spans.find(({ name }) => name === 'job release holds') ??
      receiver.spans.find(({ name }) => name.startsWith('job '));
    assert.equal(job?.parentSpanId, undefined);
    assert.equal(job?.name, `job ${job?.attributes['northbridge.job']}`);
    const jobs = receiver.spans.filter(({ name }) => name.startsWith('job '));
    assert.ok(jobs.some((one) => below(receiver, one).length > 0));
  });

  test('an answer from memory is traced, too, under the name of its call', () => {
    const span = byRequest(receiver, product)!;
    assert.equal(span.name, 'GET /products/:id');
    assert.equal(span.attributes['northbridge.call'], 'getProduct');
  });

  test('lines of the log about a request have the id of its trace', () => {
    const id = placed.headers.get('x-request-id');
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ reqId }) => reqId === id);
    assert.ok(lines.length >= 2);
    const { traceId } = byRequest(receiver, placed)!;
    for (const line of lines) assert.equal(line.traceId, traceId);
  });

  test('a traceparent is believed from nobody without TRUST_PROXY', async () => {
    const answer = await ordersOf(buyer, { traceparent });
    const shortcut = await shop.call('GET /products', { headers: { traceparent } });
    await until(async () => [answer, shortcut].every((one) => byRequest(receiver, one)));
    for (const one of [answer, shortcut]) {
      assert.notEqual(byRequest(receiver, one)!.traceId, STRANGER);
      assert.equal(byRequest(receiver, one)!.parentSpanId, undefined);
    }
  });

  test('nothing that somebody typed, no parameter and no secret is exported, also when a statement fails', async () => {
    const { pool } = shop.database;
    await pool.query("alter table reviews add check (description <> 'break the call')");
    const review = { name: 'x', email: buyer.email, ratings: '5', description: 'break the call' };
    const refused = await shop.call('POST /reviews', { token: buyer.token, body: review });
    assert.equal(refused.status, 500);
    const headers = { origin: shop.origin };
    await shop.call('POST /api/auth/sign-in/email', {
      body: { email: buyer.email, password: 'a wrong guess' },
      headers,
    });
    await shop.call(`GET /admin/${buyer.email}`, { token: buyer.token });
    await shop.call('GET /no/such/page/of-the-address');
    const { clientSecret } = intent.body;
    const { body: config } = await shop.call('GET /config');
    await confirmPayment(shop.origin, config.stripe.publishableKey, clientSecret, '4242424242424242');
    const paid = await shop.call(`PATCH /orders/${placed.body.insertedId}`, {
      token: buyer.token,
      body: { order: 'x', transactionId: intentIdOf(clientSecret) },
    });
    await until(async () => [refused, paid].every((one) => byRequest(receiver, one)));

    const span = byRequest(receiver, refused)!;
    assert.equal(span.status.code, 2);
    const failed = below(receiver, span).find(({ name }) => name === 'insert reviews')!;
    assert.equal(failed.attributes['error.type'], '23514');
    const text = receiver.text();
    const secrets: Record<string, string> = {
      password: buyer.password,
      guess: 'a wrong guess',
      accessToken: buyer.token,
      cookie: buyer.cookie.split('=')[1]!,
      'client secret': clientSecret,
      'id of a person’s order': placed.body.insertedId,
      email: buyer.email,
      'email in an address': encodeURIComponent(buyer.email),
      name: buyer.name,
      'shipping address': 'Hidden Harbour',
      phone: '987 6543',
      query: 'of-the-query',
      'address of no page': 'of-the-address',
      'what was written': 'break the call',
      'key of the request': 'a-key-of-the-buyer',
      'card number': '4242424242424242',
      'key of the receiver': 'key-of-the-receiver',
      database: /\/(test_\w+)/.exec(shop.database.url)![1]!,
    };
    assert.deepEqual(
      Object.entries(secrets)
        .filter(([, secret]) => text.includes(secret))
        .map(([what]) => what),
      [],
    );
    assert.ok(receiver.headers.every(({ authorization }) => authorization === 'Bearer key-of-the-receiver'));
  });
});

test('a traceparent of the proxy in front is gone on with, as far as it is one', async () => {
  const receiver = await startReceiver();
  const shop = await startTestShop({
    TRUST_PROXY: 'loopback',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
  });
  const buyer = await shop.signUp();
  const ask = (path: string, header: string) =>
    shop.call(path, { token: buyer.token, headers: { traceparent: header } });
  const orders = `GET /orders?email=${buyer.email}`;
  const answer = await ask(orders, traceparent);
  const shortcut = await ask('GET /products', traceparent);
  const unsampled = await ask(orders, traceparent.replace(/01$/, '00'));
  const broken = await ask(orders, `00-${'0'.repeat(32)}-b7ad6b7169203331-01`);
  // Closing delivers what there is.
  await shop.close();
  await receiver.close();
  for (const one of [answer, shortcut]) {
    assert.equal(byRequest(receiver, one)?.traceId, STRANGER);
    assert.equal(byRequest(receiver, one)?.parentSpanId, 'b7ad6b7169203331');
  }
  assert.ok(below(receiver, byRequest(receiver, answer)!).length > 0);
  assert.equal(byRequest(receiver, unsampled), undefined);
  assert.notEqual(byRequest(receiver, broken)?.traceId, '0'.repeat(32));
});

test('while nobody takes traces, requests are answered, and the log says so once, without what was answered', async () => {
  const receiver = await startReceiver(400);
  let log = '';
  const shop = await startTestShop(
    { LOG_LEVEL: 'warn', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_BSP_SCHEDULE_DELAY: '1' },
    {
      logTo: {
        write(line: string) {
          log += line;
        },
      },
    },
  );
  const { token, email } = await shop.signUp();
  const orders = `GET /orders?email=${email}`;
  await until(async () => receiver.headers.length > 0 && log.includes('traces were lost'));
  const deliveries = receiver.headers.length;
  assert.equal((await shop.call(orders, { token })).status, 200);
  await until(async () => receiver.headers.length > deliveries);
  await receiver.close();
  assert.equal((await shop.call(orders, { token })).status, 200);
  const reports = () => log.split('\n').filter((line) => line.includes('traces were lost'));
  assert.equal(reports().length, 1, log);
  await shop.close();
  assert.deepEqual(Object.keys(JSON.parse(reports()[0]!)).sort(), [
    'hostname',
    'level',
    'msg',
    'pid',
    'time',
  ]);
});

test('with several requests in one statement, each names the one that carries it', async () => {
  const receiver = await startReceiver();
  const shop = await startTestShop({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint });
  const buyer = await shop.signUp();
  const [product] = (await shop.call('GET /products')).body;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      shop.call('POST /orders', { token: buyer.token, body: orderFor(product, buyer) }),
    ),
  );
  await shop.close();
  await receiver.close();
  const traceIds = answers.map((answer) => byRequest(receiver, answer)!.traceId);
  const batches = receiver.spans.filter((span) => span.name === 'batch' && traceIds.includes(span.traceId));
  const [carriers, others] = [true, false].map((carries) =>
    batches.filter((batch) => childrenOf(receiver, batch).length > 0 === carries),
  ) as [ReceivedSpan[], ReceivedSpan[]];
  assert.ok(others.length > 0, 'some were batched');
  for (const { links, attributes } of others) {
    assert.ok(Number(attributes['northbridge.batch.items']) > 1);
    assert.ok(
      carriers.some(({ spanId }) => links.some((link) => link.spanId === spanId)),
      JSON.stringify({ links, attributes, carriers }, null, 1),
    );
  }
});
