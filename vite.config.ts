import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

const FRAME = 'frame';
/** The frame of all pages and what starts them, with all that they import. */
const ON_EVERY_PAGE = /[\\/](web[\\/]root\.tsx|node_modules[\\/](react-dom|react-router|scheduler)[\\/])/;

/** What many pages share, a few hundred bytes each: as one file, it is fewer requests. */
const SMALL =
  /[\\/](contract[\\/](blank|days|(line|list|purchase|text)-limits)|web[\\/](random-id|path-with)|web[\\/]ui[\\/](action-button|actor|as-count|breadcrumb|copy-text|count-of|dates|icons|image-types|json-ld|list-progress|load-problem|loaded|loading-page|page-title|spinner|use-focus-later|written))\.tsx?$/;

/** What forms are made of, but what checks their fields, which the order pad does not load. */
const FORM = /[\\/]web[\\/]ui[\\/](count-input|field|form-problem|submission|text-field|use-submit)\.tsx?$/;

/** What the dashboard's pages have in common. */
const DASHBOARD =
  /[\\/]web[\\/](changed|dashboard-calls|pages[\\/]dashboard[\\/](dashboard|icons|managed-list|menu-entries|role|side-menu))\.tsx?$/;

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

export default defineConfig({
  plugins: [tailwindcss(), withoutAroundDisabled, reactRouter()],
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
            { name: 'small', test: SMALL },
            { name: 'form', test: FORM },
            { name: 'dashboard', test: DASHBOARD },
          ],
        },
        // Not the frame: it is large, and clicks are no quicker with it.
        postBanner: ({ name }) => (name === FRAME ? '' : COMPILE_WHEN_LOADED),
      },
    },
  },
});
