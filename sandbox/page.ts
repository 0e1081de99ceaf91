import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Html, html } from './html.ts';

/** A stand-in that has pages of its own. */
export interface StandIn {
  /** The title on each page. */
  name: string;
  /** What the stand-in does not do. */
  note: string;
  /** The address of its style sheet. */
  stylesheet: string;
}

/** A whole page of a stand-in, which says what it is. */
export function renderPage({ name, note, stylesheet }: StandIn, title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - ${name}</title>
<link rel="stylesheet" href="${stylesheet}">
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

/** Serves the style sheet of a stand-in: what the pages of all have in common, then what is in the file `own`. */
export async function mountStylesheet(
  app: FastifyInstance,
  { stylesheet }: StandIn,
  own: URL,
): Promise<void> {
  const sheets = [new URL('page.css', import.meta.url), own];
  const text = (await Promise.all(sheets.map((sheet) => readFile(sheet, 'utf8')))).join('\n');
  app.get(stylesheet, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(text),
  );
}
