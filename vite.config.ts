import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: false,
  // Small drawings travel inside the script that shows them; photographs never do.
  build: { assetsInlineLimit: (file) => (file.endsWith('.svg') ? undefined : false) },
});
