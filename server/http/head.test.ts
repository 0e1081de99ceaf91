import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fastify from 'fastify';
import { leaveOutBodies } from './head.ts';

test('HEAD has the headers of GET, and nothing of a body that is a stream is made', async () => {
  const app = fastify();
  leaveOutBodies(app);
  let made = 0;
  app.get('/list', (_request, reply) => {
    const body = Readable.from(
      (function* () {
        for (; made < 1000; made += 1) yield 'entry';
      })(),
    );
    return reply.header('x-total-count', '1000').type('application/json').send(body);
  });
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/list' });
  assert.deepEqual([statusCode, headers['x-total-count'], body, made], [200, '1000', '', 0]);
  assert.equal((await app.inject('/list')).body.length, 5000);
  await app.close();
});
