import type { FastifyInstance } from 'fastify';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { PageContext } from '#contract/pages.ts';

/** An address of a page. */
export interface PageAddress {
  /** As the page spells it, with those parts that vary as they were asked for. */
  path: string;
  /** Whether a part of it varies: `/dashboard/orders/:id`. */
  varies: boolean;
  /** The fields of a query by which the page is rendered. */
  fields: readonly string[];
}

/** Turns a request into a page. */
export interface PageRenderer {
  render(request: Request, context: PageContext): Promise<Response>;
  /** The page that a path leads to, however the path is spelled; undefined where there is none. */
  find(path: string): PageAddress | undefined;
  /** Serves what pages are made of: scripts, styles, fonts, pictures. */
  serveFiles(app: FastifyInstance): Promise<void>;
  /** Names the build; what React Router calls its manifest's version. */
  build?: string;
  /** Whether this is the renderer of `npm run dev`. */
  dev: boolean;
}

/** The built web's own handle for its page context. */
interface BuiltEntry {
  pageContext: Parameters<RouterContextProvider['set']>[0];
}

/** Renders one page by the React Router build. */
export async function renderBuild(
  build: ServerBuild,
  mode: 'production' | 'development',
  request: Request,
  context: PageContext,
): Promise<Response> {
  const { createRequestHandler, RouterContextProvider } = await import('react-router');
  const { pageContext } = build.entry.module as unknown as BuiltEntry;
  const provider = new RouterContextProvider();
  provider.set(pageContext, context);
  return createRequestHandler(build, mode)(request, provider);
}
