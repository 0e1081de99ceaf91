import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const FRAME = 'frame';
/** The frame of all pages and what starts them, with all that they import. */
const ON_EVERY_PAGE = /[\\/](web[\\/]root\.tsx|node_modules[\\/](react-dom|react-router|scheduler)[\\/])/;

/**
 * Chromium compiles all of a script that begins so when it is loaded, and not function by function when they are first called,
 * which is after a click (https://v8.dev/blog/explicit-compile-hints).
 */
const COMPILE_WHEN_LOADED = '//# allFunctionsCalledOnLoad';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: false,
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
        codeSplitting: { groups: [{ name: FRAME, test: ON_EVERY_PAGE }] },
        // Not the frame: it is large, and clicks are no quicker with it.
        postBanner: ({ name }) => (name === FRAME ? '' : COMPILE_WHEN_LOADED),
      },
    },
  },
});
