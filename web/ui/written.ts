import { catalogueLanguage } from '#content/shop.ts';

/** Attributes of an element with a product's name or details: the catalogue's language, either direction. */
export const inCatalogue = { lang: catalogueLanguage, dir: 'auto' } as const;
