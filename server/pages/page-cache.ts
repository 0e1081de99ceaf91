import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Answer } from '../ground/handling/answer.ts';
import { ReadyBytes } from '../ground/handling/ready-bytes.ts';
import { contentSecurityPolicy, type OutsideOrigins } from './policy.ts';

/** A page as it was rendered, the same for everyone. Current while what it shows has not changed. */
type Page = Answer<ReadyBytes>;

/** A change that another process made is on every page within this time. */
const LONGEST_MS = 1_000;
/** Bytes of all pages together. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Keeps rendered pages for as long as what they show has not changed in this process, and no longer than a second, since
 * others change it, too. A page that is rendered already is not rendered once more meanwhile.
 */
export class PageCache {
  readonly #pages: LRUCache<string, Page>;
  readonly #rendering = new Map<string, { version: string; page: Promise<Page> }>();
  readonly #version: () => string;

  readonly #outside: OutsideOrigins;

  /** @param version names the state of everything that pages show */
  constructor(version: () => string, outside: OutsideOrigins, mostBytes = MOST_BYTES) {
    this.#version = version;
    this.#outside = outside;
    this.#pages = new LRUCache({
      maxSize: mostBytes,
      // Compressed in two ways it is smaller than plain.
      sizeCalculation: ({ body }) => 2 * body.plain.length,
    });
  }

  /** Bytes of all that is kept. */
  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /**
   * The page under a key, rendered when it has to be: with a fresh nonce that its own inline scripts carry. Without a key it is
   * rendered and not kept, and so is a page of another status than 200: clients can make up addresses without end.
   */
  async get(
    key: string | undefined,
    nonce: string,
    render: (nonce: string) => Response | Promise<Response>,
  ): Promise<Page> {
    const version = this.#version();
    if (key === undefined) return this.#render(version, nonce, render, undefined);
    const known = this.#pages.get(key);
    if (known?.isCurrent()) return known;
    const begun = this.#rendering.get(key);
    if (begun?.version === version) {
      const page = await begun.page;
      return page.isCurrent() ? page : this.get(key, nonce, render);
    }
    const rendering = { version, page: this.#render(version, nonce, render, known) };
    this.#rendering.set(key, rendering);
    try {
      const page = await rendering.page;
      if (page.status === 200) this.#pages.set(key, page);
      return page;
    } finally {
      if (this.#rendering.get(key) === rendering) this.#rendering.delete(key);
    }
  }

  async #render(
    version: string,
    nonce: string,
    render: (nonce: string) => Response | Promise<Response>,
    before: Page | undefined,
  ): Promise<Page> {
    const oldest = performance.now();
    const response = await render(nonce);
    const { html, scripts } = takeNonceOff(await response.text(), nonce);
    const bytes = new ReadyBytes(html);
    const headers = {
      ...Object.fromEntries(response.headers),
      'content-security-policy': contentSecurityPolicy(scripts, this.#outside),
      // Everyone may keep it, and asks whether it is still the same.
      'cache-control': 'no-cache',
    };
    // Compressed already, when it has come out the same.
    return new Answer(before?.body.etag === bytes.etag ? before.body : bytes, headers, {
      status: response.status,
      isCurrent: () => this.#version() === version && performance.now() - oldest < LONGEST_MS,
    });
  }
}

/**
 * Takes the nonce off a page whose scripts carry it, and tells the hashes of their contents instead: so the page is the
 * same for everyone. A script that does not carry it was not written by the page, and is not vouched for.
 */
export function takeNonceOff(html: string, nonce: string): { html: string; scripts: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const scripts = new Set<string>();
  for (let open = html.indexOf('<script'); open >= 0; ) {
    const begin = html.indexOf('>', open) + 1;
    const end = begin === 0 ? -1 : html.indexOf('</script>', begin);
    if (end < 0) break;
    const attributes = html.slice(open, begin);
    if (attributes.includes(attribute) && !/\ssrc=/.test(attributes))
      scripts.add(`'sha256-${createHash('sha256').update(html.slice(begin, end)).digest('base64')}'`);
    open = html.indexOf('<script', end);
  }
  return { html: html.replaceAll(attribute, ''), scripts: [...scripts] };
}
