import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { SettingValues } from '#contract/settings/schema.ts';
import type { FileRoom } from './files/module.ts';
import type { Database } from './ground/database/client.ts';
import type { MailKinds } from './ground/letters/kinds.ts';
import type { Limits } from './ground/limits/limits.ts';
import type { MailRoom } from './ground/mail/send.ts';
import type { EventKinds } from './ground/module.ts';
import type { ImageHost } from './images/host.ts';
import { createPictures } from './images/pictures.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { watchProvider } from './payments/watch.ts';
import { Catalogue } from './products/catalogue.ts';
import { OwnNumbers } from './products/own-numbers.ts';
import { createOrdering } from './purchases/place.ts';
import type { SecondFactorTerms } from './second-factor/routes.ts';
import { type FixedConfig, type FixedTerms, liveConfig, liveTerms } from './settings/live.ts';
import { Settings } from './settings/settings.ts';

/** What modules stand on. */
export interface ShopParts {
  database: Database;
  limits: Limits;
  provider: PaymentProvider;
  images: ImageHost;
  files: FileRoom;
  /** Without it mails are kept and not sent. */
  mail: MailRoom | undefined;
  /** What the modules bring. */
  mails: MailKinds;
  events: EventKinds;
  /** The settings as content/ and the environment say. */
  standard: SettingValues;
  config: FixedConfig;
  terms: FixedTerms;
  secondFactor: SecondFactorTerms;
  /** The folder of uploads and the sandbox's data. */
  dataDir: string;
  /** The origin people use, where it is not one of those that the shop listens at. */
  publicUrl: string | undefined;
  /** Seconds between two runs of the background jobs. */
  jobSeconds: number;
  registry: Registry;
  /** Whether this process is about to stop. */
  isStopping: () => boolean;
  /** The metrics of all processes of the start, where there are several. */
  readMetrics?: (() => Promise<string>) | undefined;
  log: FastifyBaseLogger;
}

/** Adds what several modules work with. */
export function createShop(parts: ShopParts) {
  const { database } = parts;
  const settings = new Settings(database, parts.standard);
  const terms = liveTerms(settings, parts.terms);
  const config = liveConfig(settings, terms, parts.config);
  const catalogue = new Catalogue(database);
  const ownNumbers = new OwnNumbers(database);
  const provider = watchProvider(parts.provider, parts);
  const ordering = createOrdering(database, catalogue, terms);
  const pictures = { pictures: createPictures(), returnPictures: createPictures() };
  return {
    ...parts,
    settings,
    terms,
    config,
    catalogue,
    ownNumbers,
    provider,
    ordering,
    ...pictures,
  };
}
