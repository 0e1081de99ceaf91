import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };
import { explainFileErrors } from './files.ts';
import { describeApi } from './openapi.ts';

/**
 * Serves the OpenAPI document at /openapi.json, and a page to browse and try it at /docs. `sessionCookie` is the name of
 * the cookie that proves a session, `shop` whose document it is, as it is called at the start.
 */
export async function mountDocs(
  app: FastifyInstance,
  sessionCookie: string,
  shop: { name: string; email: string },
): Promise<void> {
  const document = describeApi(packageJson.version, packageJson.license, sessionCookie, shop);
  const bytes = JSON.stringify(document);
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
  await app.register(fastifySwagger, { mode: 'static', specification: { document: document as never } });
  await app.register(async (scope) => {
    explainFileErrors(scope);
    await scope.register(fastifySwaggerUi, { routePrefix: '/docs', staticCSP: true });
  });
}
