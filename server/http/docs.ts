import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };
import { explainFileErrors } from './files.ts';
import { describeApi, inNameOf, type Named } from './openapi.ts';

const DOCUMENT = '/openapi.json';
/** Where the page's library would serve copies of its own, which stay as they are at the start. */
const COPIES: ReadonlySet<unknown> = new Set(['/docs/json', '/docs/yaml']);

const EMPTY = { openapi: '3.1.0', info: { title: '', version: packageJson.version }, paths: {} };

/**
 * Serves the OpenAPI document at /openapi.json, in the shop's name as it is set at the moment, and a page to browse and try it at
 * /docs. `sessionCookie` is the name of the cookie that proves a session.
 */
export async function mountDocs(
  app: FastifyInstance,
  sessionCookie: string,
  settings: { readonly version: number; readonly values: { shop: Named } },
): Promise<void> {
  // Made when it is first asked for: it is a quarter of the work of a start.
  let document: ReturnType<typeof describeApi> | undefined;
  let ready: { of: number; bytes: string } | undefined;
  const bytes = () => {
    const { version, values } = settings;
    if (ready?.of === version) return ready.bytes;
    document ??= describeApi(packageJson.version, packageJson.license, sessionCookie, values.shop);
    ready = { of: version, bytes: JSON.stringify(inNameOf(document, values.shop)) };
    return ready.bytes;
  };
  app.get(DOCUMENT, (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes()));
  // The page reads the document from its address.
  await app.register(fastifySwagger, { mode: 'static', specification: { document: EMPTY } });
  await app.register(async (scope) => {
    explainFileErrors(scope);
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      uiHooks: {
        onRequest(request, reply, done) {
          if (COPIES.has(request.routeOptions.url)) reply.redirect(DOCUMENT);
          else done();
        },
      },
    });
  });
}
