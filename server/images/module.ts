import type { Database } from '../database/client.ts';
import type { Module } from '../module.ts';
import { createDecoder } from './decoder.ts';
import type { ImageHost } from './host.ts';
import { type ImageCalls, imageHandlers } from './routes.ts';

export const images: Module<ImageCalls, { database: Database; images: ImageHost }> = {
  name: 'images',
  open({ database, images }) {
    const decoder = createDecoder();
    return { handlers: imageHandlers(database, images, decoder), close: () => decoder.close() };
  },
};
