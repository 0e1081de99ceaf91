import type { ServerBuild } from 'react-router';
import { type PageRenderer, renderBuild } from './renderer.ts';

/** Renders from the sources through Vite, with hot reload over the shop's own port. */
export async function openDevPages(root: string): Promise<PageRenderer> {
  const { createServer } = await import('vite');
  return {
    dev: true,
    find: () => undefined,
    async render(request, context) {
      const build = await loadBuild();
      return renderBuild(build, 'development', request, context);
    },
    async serveFiles(app) {
      const vite = await createServer({
        root,
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      loadBuild = () =>
        vite.ssrLoadModule('virtual:react-router/server-build') as Promise<unknown> as Promise<ServerBuild>;
      app.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, () => done());
      });
      app.addHook('onClose', () => vite.close());
    },
  };
}

let loadBuild: () => Promise<ServerBuild> = () => Promise.reject(new Error('Vite is not running yet'));
