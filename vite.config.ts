import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

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
  // Small drawings travel inside the script that shows them; photographs never do.
  build: { assetsInlineLimit: (file) => (file.endsWith('.svg') ? undefined : false) },
});
