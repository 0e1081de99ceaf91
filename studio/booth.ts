import '@fontsource-variable/inter';
import type { Part } from './part.ts';
import { type Quality, Stage } from './stage.ts';

/** The browser's end of `render.ts`: it asks for a slug and gets the pixels as base64. */
export interface Booth {
  slugs: string[];
  shoot: (slug: string, quality: Quality) => Promise<string>;
}

const parts = import.meta.glob<Part>('./parts/*.ts');
const path = (slug: string): string => `./parts/${slug}.ts`;
let stage: Stage | undefined;

async function shoot(slug: string, quality: Quality): Promise<string> {
  // Labels are painted with the shop's own typeface, so it has to be there first.
  await Promise.all(
    ['400', '600', '800'].map((weight) => document.fonts.load(`${weight} 20px "Inter Variable"`)),
  );
  const load = parts[path(slug)];
  if (!load) throw new Error(`There is no studio/parts/${slug}.ts`);
  stage ??= new Stage();
  const pixels = stage.shoot(await load(), quality);
  let binary = '';
  for (let at = 0; at < pixels.length; at += 32768) {
    binary += String.fromCharCode(...pixels.subarray(at, at + 32768));
  }
  return btoa(binary);
}

const slugs = Object.keys(parts).map((file) => file.slice('./parts/'.length, -'.ts'.length));
Object.assign(window, { booth: { slugs, shoot } satisfies Booth });
