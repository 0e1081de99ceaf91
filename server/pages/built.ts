import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { ServerBuild } from 'react-router';
import { explainFileErrors } from '../http/files.ts';
import { findsPages } from './addresses.ts';
import { type PageRenderer, renderBuild } from './renderer.ts';

/** A thread of the browser loads further scripts of the shop, and nothing else: it reads hostile files. */
const WORKER_POLICY = "default-src 'none';script-src 'self'";

/** Renders from the web as Vite has built it into a folder. Throws when there is no build. */
export async function openBuiltPages(folder: string): Promise<PageRenderer> {
  const entry = join(folder, 'server', 'index.js');
  if (!existsSync(entry)) throw new Error(`There is no build of the web in ${folder}. npm start makes one.`);
  const build: ServerBuild = await import(pathToFileURL(entry).href);
  return {
    dev: false,
    find: await findsPages(build.routes),
    build: build.assets.version,
    render: (request, context) => renderBuild(build, 'production', request, context),
    async serveFiles(app) {
      await app.register(async (scope) => {
        explainFileErrors(scope);
        await scope.register(fastifyStatic, {
          root: join(folder, 'client'),
          wildcard: false,
          index: false,
          cacheControl: false,
          // The build has put .br and .gz beside its files (launch/compress.ts), which have no addresses of their own.
          preCompressed: true,
          globIgnore: ['**/*.{br,gz}'],
          setHeaders(reply, path) {
            // What a thread may load is up to its own script's policy.
            if (basename(path).startsWith('worker-')) reply.header('content-security-policy', WORKER_POLICY);
            // Files in assets/ carry a hash of their content in their name.
            const isHashed = path.includes(`${join('client', 'assets')}`);
            reply.header(
              'cache-control',
              isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
            );
          },
        });
      });
    },
  };
}
