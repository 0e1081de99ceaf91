import '@fontsource-variable/inter';
import { families } from './families.ts';
import type { Part } from './part.ts';
import { Canvas } from './print.ts';
import type { Scene } from './scene.ts';
import { type Quality, Stage } from './stage.ts';

/** The browser's end of `render.ts`: it asks by name and gets the pixels as base64. */
export interface Booth {
  /** All parts and families. */
  slugs: string[];
  /** Pictures of `parts/<name>.ts` or `scenes/<name>.ts`: one, or a film's frames at the given times. */
  shoot: (name: string, quality: Quality, times?: number[]) => Promise<string[]>;
}

const parts = import.meta.glob<Part>('./parts/*.ts');
const scenes = import.meta.glob<Part | Scene>('./scenes/*.ts');
let stage: Stage | undefined;
let open: ({ name: string } & ReturnType<Stage['open']>) | undefined;

async function shoot(name: string, quality: Quality, times = [0]): Promise<string[]> {
  // Labels are painted with the shop's own typeface, so it has to be there first.
  await Promise.all(
    ['400', '600', '800'].map((weight) => document.fonts.load(`${weight} 20px "Inter Variable"`)),
  );
  const member = families[name];
  Canvas.withoutNumbers = member !== undefined;
  const load = parts[`./parts/${member ?? name}.ts`] ?? scenes[`./scenes/${name}.ts`];
  if (!load) throw new Error(`There is no studio/parts/${name}.ts or studio/scenes/${name}.ts`);
  stage ??= new Stage();
  const piece = await load();
  if (!('view' in piece)) return [base64(stage.shoot(piece, quality))];
  if (open?.name !== name) {
    open?.close();
    open = { name, ...stage.open(piece) };
  }
  return (await open.take(quality, times)).map(base64);
}

function base64(pixels: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < pixels.length; at += 32768) {
    binary += String.fromCharCode(...pixels.subarray(at, at + 32768));
  }
  return btoa(binary);
}

const slugs = [
  ...Object.keys(parts).map((file) => file.slice('./parts/'.length, -'.ts'.length)),
  ...Object.keys(families),
];
Object.assign(window, { booth: { slugs, shoot } satisfies Booth });
