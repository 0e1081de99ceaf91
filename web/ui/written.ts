import { catalogueLanguage } from '#content/shop.ts';

/** Attributes of an element that holds a product's name or details: in the catalogue's language, either direction. */
export const inCatalogue = { lang: catalogueLanguage, dir: 'auto' } as const;
