import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import type { ImageHost } from './host.ts';
import type { Pictures } from './pictures.ts';
import { type ImageCalls, imageHandlers } from './routes.ts';

export const images: Module<ImageCalls, { database: Database; images: ImageHost; pictures: Pictures }> = {
  name: 'images',
  open: ({ database, images, pictures }) => ({
    handlers: imageHandlers(database, images, pictures),
    close: () => pictures.close(),
  }),
};
