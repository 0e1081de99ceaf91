import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import compile from 'icu-minify/compile';
import { defineConfig, normalizePath, type Plugin } from 'vite';

const FRAME = 'frame';
/** The frame of all pages and what starts them, with all that they import. */
const ON_EVERY_PAGE = /[\\/](web[\\/]root\.tsx|node_modules[\\/](react-dom|react-router|scheduler)[\\/])/;

/** Cards of products, with their quantities: the home page, the grid and a part's page show them. */
const CARDS = filesOf({
  'contract/kernel': ['quantity-words.ts'],
  'contract/products': ['quantity.ts'],
  'web/basket/cart': ['add-pieces.tsx', 'add-to-order.tsx'],
  'web/parts': ['lowest-price.tsx', 'product-card.tsx', 'product-grid.tsx', 'use-product-link.ts'],
  'web/ui': [
    ...['action-button.tsx', 'count-input.tsx', 'json-ld.tsx', 'load-problem.tsx', 'loaded.tsx'],
    ...['loading-page.tsx', 'product-picture.tsx', 'skeleton.tsx', 'spinner.svg', 'stars.tsx', 'written.ts'],
  ],
});

/** What makes calls as somebody who has signed in. */
const USER_CALLS = filesOf({
  web: ['buyer-queries.ts', 'proof-question.ts', 'provider.ts', 'user-calls.ts', 'user-query.ts'],
});

/** What many pages share, a few hundred bytes each: as one file, it is fewer requests. */
const SMALL = filesOf({
  'contract/kernel': ['amounts.ts', 'blank.ts', 'days.ts', 'direction.ts', 'text-limits.ts'],
  contract: [
    'accounts/customer-sorts.ts',
    'lists/limits.ts',
    'purchases/limits.ts',
    'purchases/states.ts',
    'second-factor/limits.ts',
  ],
  'web/ui': [
    ...['actor.ts', 'as-count.ts', 'breadcrumb.tsx', 'copy-text.tsx', 'dates.ts', 'image-types.ts'],
    ...['list-progress.tsx', 'on-demand.tsx', 'panel.tsx', 'toast.ts', 'use-focus-later.ts'],
  ],
});

/** What forms are made of, but what checks their fields, which the order pad does not load. */
const FORM = filesOf({
  'web/ui': [
    ...['field.tsx', 'form-problem.tsx', 'select-field.tsx', 'submission.ts', 'text-field.tsx'],
    'use-submit.ts',
  ],
});

/** What the dashboard's pages ask before they do something. */
const ASKING = filesOf({
  'web/ui': ['ask-dialog.tsx', 'leave-guard.tsx'],
  'web/pages/dashboard': ['delete-dialog.tsx'],
});

/** What the dashboard's pages have in common. */
const DASHBOARD = filesOf({
  web: ['changed.ts', 'dashboard-calls.ts'],
  'web/pages/dashboard': [
    ...['dashboard.tsx', 'icons.tsx', 'managed-list.ts', 'menu-entries.ts', 'role.ts', 'side-menu.tsx'],
  ],
});

/**
 * Returns a test whether a module is one of the named files of this repository.
 * @throws when there is no such file, as after it has moved: its requests would come back unnoticed
 */
function filesOf(folders: Record<string, string[]>): (id: string) => boolean {
  const files = Object.entries(folders).flatMap(([folder, names]) =>
    names.map((name) => join(import.meta.dirname, folder, name)),
  );
  for (const file of files)
    if (!existsSync(file)) throw new Error(`vite.config.ts names ${file}, which is not there`);
  const known = new Set(files.map(normalizePath));
  return (id) => known.has(normalizePath(id));
}

/**
 * Chromium compiles all of a script that begins so when it is loaded, and not function by function when they are first called,
 * which is after a click (https://v8.dev/blog/explicit-compile-hints).
 */
const COMPILE_WHEN_LOADED = '//# allFunctionsCalledOnLoad';

/**
 * daisyUI's selectors of what is around a disabled field. The shop has no such thing, and because of them Chromium computes the
 * styles of the whole page again for each tick and each new element.
 */
const AROUND_DISABLED = /[.&][\w-]*:has\(> ?\w+\[disabled\]\)/g;

const withoutAroundDisabled: Plugin = {
  name: 'without-around-disabled',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (css) => css.replaceAll(AROUND_DISABLED, ':not(*)'),
  },
};

/** What zod's schemas have to describe themselves as JSON Schema: a fifth of it. The server does; browsers do not. */
const OF_JSON_SCHEMA =
  /inst\._zod\.processJSONSchema = .*;$|create(?:Standard|To)JSONSchemaMethod\(this, .*?\)/gm;

const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler: (script) =>
      script.replaceAll(OF_JSON_SCHEMA, (found) => (found.startsWith('inst') ? '' : 'undefined')),
  },
};

/** ICU messages travel compiled: what reads them would be larger than most pages. */
const compiledMessages: Plugin = {
  name: 'compiled-messages',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]en\.json$/ },
    handler: (json) =>
      JSON.stringify(
        JSON.parse(json, (_, message) => (typeof message === 'string' ? compile(message) : message)),
      ),
  },
};

export default defineConfig({
  plugins: [tailwindcss(), withoutAroundDisabled, withoutJsonSchema, compiledMessages, reactRouter()],
  // The build has it in it: a shop that runs installs no packages of builds.
  ssr: { noExternal: ['icu-minify'] },
  publicDir: false,
  // The thread that reads files loads what reads workbooks when it gets one.
  worker: { format: 'es' },
  // Named beforehand, so that `npm run dev` does not stop to look for them page by page.
  optimizeDeps: {
    include: [
      '@hookform/resolvers/zod',
      '@stripe/react-stripe-js',
      '@stripe/stripe-js/pure',
      '@tanstack/react-query',
      'react-hook-form',
      'react-router/dom',
      'sonner',
      'zod',
    ],
  },
  build: {
    // Small drawings travel inside the script that shows them; photographs never do.
    assetsInlineLimit: (file) => (file.endsWith('.svg') ? undefined : false),
    // What every page needs is one file: fewer requests, and smaller together than in pieces.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: FRAME, test: ON_EVERY_PAGE },
            { name: 'cards', test: CARDS },
            { name: 'user-calls', test: USER_CALLS },
            { name: 'small', test: SMALL },
            { name: 'form', test: FORM },
            { name: 'asking', test: ASKING },
            { name: 'dashboard', test: DASHBOARD },
          ],
        },
        // Not the frame: it is large, and clicks are no quicker with it.
        postBanner: ({ name }) => (name === FRAME ? '' : COMPILE_WHEN_LOADED),
      },
    },
  },
});
