import { partPath, skuOfSegment } from '#contract/kernel/addresses.ts';
import { facetKeyOf } from '#contract/products/narrowing.ts';
import type { Database } from '../ground/database/client.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { isFacet } from '../products/known.ts';
import { latestReviews } from '../reviews/latest.ts';
import type { Settings } from '../settings/settings.ts';
import { type ShopConfig, toConfig } from '../status/routes.ts';
import type { PageData } from './mount.ts';
import type { SitemapData } from './sitemap.ts';

interface PageShop {
  database: Database;
  catalogue: Catalogue;
  config: ShopConfig;
  settings: Settings;
}

/** What pages show, of the modules that have it, all of it read: no page waits for the database. `version` names the state of all modules. */
export async function pageData(
  { database, catalogue, config, settings }: PageShop,
  version: () => string,
): Promise<PageData & SitemapData> {
  return {
    config: (request) => toConfig(config, request),
    productPath: (id) => (catalogue.has(id) ? `/products/${id}` : undefined),
    partPath(segment) {
      const part = catalogue.findPart(skuOfSegment(segment));
      return part && partPath(part.sku);
    },
    narrowsByUnknown(field) {
      const key = facetKeyOf(field);
      return key !== undefined && !isFacet(key, catalogue.categories);
    },
    version,
    productCount: () => catalogue.size,
    skus: (start, end) => catalogue.skus(start, end),
    categories: () => catalogue.categories,
    load: {
      findProducts: async (query) => catalogue.find(query),
      findProduct: async (id) => catalogue.get(id),
      findPart: async (sku) => catalogue.findPart(sku),
      getFacets: async (narrowing) => catalogue.facets(narrowing),
      listCategories: async () => catalogue.categories,
      getContent: async (page) => settings.values[page],
      listLatestReviews: await latestReviews(database.db),
    },
  };
}
