import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Html, html } from './html.ts';

/** A stand-in with pages. */
export interface StandIn {
  /** The title on each page. */
  name: string;
  /** What the stand-in does not do. */
  note: string;
  /** The address of its style sheet. */
  stylesheet: string;
  /** The address of its script. */
  script?: string;
}

/**
 * Returns the headers of a stand-in's page: it is neither cached nor framed and loads its own style sheet only.
 * @param allowed more directives of its Content-Security-Policy
 */
export function pageHeaders(...allowed: string[]): Record<string, string> {
  const policy = ["default-src 'none'", "style-src 'self'", ...allowed];
  return {
    'content-security-policy': [...policy, "frame-ancestors 'none'", "base-uri 'none'"].join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    // A form that is sent without a referrer would have the Origin 'null'.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  };
}

/** Returns the HTML of a stand-in's page. */
export function renderPage({ name, note, stylesheet, script }: StandIn, title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - ${name}</title>
<link rel="stylesheet" href="${stylesheet}">
${script !== undefined && html`<script src="${script}" defer></script>`}
</head>
<body>
<header><p><strong>${name}.</strong> <span>${note}</span></p></header>
<main>
${body}
</main>
</body>
</html>
`.html;
}

/** Makes an app read every body as text, independently of the parsers of the surrounding app. */
export function readBodiesAsText(app: FastifyInstance, bodyLimit: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body));
}

/** Serves the style sheet of a stand-in: the shared rules, then those of the file `own`. */
export async function mountStylesheet(
  app: FastifyInstance,
  { stylesheet }: StandIn,
  own?: URL,
): Promise<void> {
  const sheets = [new URL('page.css', import.meta.url), ...(own ? [own] : [])];
  const text = (await Promise.all(sheets.map((sheet) => readFile(sheet, 'utf8')))).join('\n');
  app.get(stylesheet, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(text),
  );
}
