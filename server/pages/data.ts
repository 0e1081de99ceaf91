import type { Database } from '../database/client.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { listReviews } from '../reviews/queries.ts';
import { maskEmail } from '../reviews/rules.ts';
import { type ShopConfig, toConfig } from '../status/routes.ts';
import type { PageData } from './mount.ts';

/** What pages show, of the modules that have it. `version` names the state of all modules. */
export function pageData(
  { database, catalogue, config }: { database: Database; catalogue: Catalogue; config: ShopConfig },
  version: () => string,
): PageData {
  return {
    config: (request) => toConfig(config, request),
    hasProduct: (id) => catalogue.get(id) !== undefined,
    version,
    load: {
      findProducts: async (query) => catalogue.find(query),
      async listLatestReviews(limit) {
        const reviews = await listReviews(database.db, { sort: 'newest', limit });
        return reviews.map((review) => ({ ...review, email: maskEmail(review.email) }));
      },
    },
  };
}
