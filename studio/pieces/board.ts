import * as THREE from 'three';
import { laminate, type Soldermask, soldermask } from '../materials.ts';
import { Canvas, type TextStyle } from '../print.ts';
import { random } from '../random.ts';
import { plate, roundedRect } from './forms.ts';

export interface BoardOptions {
  mask?: Soldermask;
  /** mm; default 1.6. */
  thickness?: number;
  /** Outline around the origin; default a rectangle with corners of 0.6 mm. It has to fit width x height. */
  shape?: THREE.Shape;
  /** Pixels a millimetre; default as fine as a 3200 px texture allows, 28 at most. */
  density?: number;
  seed?: number;
}

const silk = '#dfe3e0';
const plated = { gold: '#d9aa52', tin: '#cfd0d1', copper: '#c88458' } as const;
export type Plating = keyof typeof plated;

/**
 * A printed circuit board lying on z = 0, its top face painted: traces and pours stand a little proud under the
 * resist, pads are real metal. Paint first, then `mesh()`, then add pieces at `top` (z of the surface) by the same
 * x and y.
 */
export class Board {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly #mask: (typeof soldermask)[Soldermask];
  readonly #shape: THREE.Shape;
  readonly #random: () => number;
  readonly #colour: Canvas;
  /** Height: grey 64 is bare laminate, more is higher. */
  readonly #relief: Canvas;
  /** Green is roughness, blue is metalness, as the materials read them. */
  readonly #finish: Canvas;

  constructor(width: number, height: number, options: BoardOptions = {}) {
    this.width = width;
    this.height = height;
    this.top = options.thickness ?? 1.6;
    this.#mask = soldermask[options.mask ?? 'green'];
    this.#shape = options.shape ?? roundedRect(width, height, 0.6);
    this.#random = random(options.seed ?? 1);
    const density = options.density ?? Math.min(28, 3200 / Math.max(width, height));
    this.#colour = new Canvas(width, height, density, this.#mask.bare);
    this.#relief = new Canvas(width, height, density, 'rgb(64,64,64)');
    this.#finish = new Canvas(width, height, density, 'rgb(0,92,0)');
  }

  /** Copper areas under the resist, as a ground plane is. Paint it before traces. */
  pour(x: number, y: number, width: number, height: number, radius = 0.4): this {
    this.#colour.rect(x, y, width, height, this.#mask.pour, radius);
    this.#relief.rect(x, y, width, height, 'rgb(104,104,104)', radius);
    return this;
  }

  /** One trace through points, `line` mm wide. */
  trace(points: [number, number][], line = 0.18): this {
    // The gap that isolates it from a pour shows as a dark rim.
    this.#colour.line(points, this.#mask.bare, line * 2.1);
    this.#relief.line(points, 'rgb(64,64,64)', line * 2.1);
    this.#colour.line(points, this.#mask.pour, line);
    this.#relief.line(points, 'rgb(112,112,112)', line);
    return this;
  }

  /** A bus of parallel traces from (x0, y0) to (x1, y1) with a 45 degree jog, spread across y (or x if `upright`). */
  bus(x0: number, y0: number, x1: number, y1: number, count: number, pitch = 0.4, upright = false): this {
    const along = upright ? y1 - y0 : x1 - x0;
    const across = upright ? x1 - x0 : y1 - y0;
    const jog = Math.min(Math.abs(across), Math.abs(along) * 0.8) * Math.sign(along);
    for (let n = 0; n < count; n++) {
      const shift = (n - (count - 1) / 2) * pitch;
      const turn = (along - jog) / 2 - shift * Math.sign(across * along || 1) * 0.41;
      const path: [number, number][] = [
        [0, shift],
        [turn, shift],
        [turn + jog, across + shift],
        [along, across + shift],
      ];
      this.trace(
        path.map(([a, c]) => (upright ? [x0 + c, y0 + a] : [x0 + a, y0 + c])),
        pitch * 0.48,
      );
    }
    return this;
  }

  /** Plausible wiring all over a region: pours, buses with jogs, vias. */
  wiring(
    x: number,
    y: number,
    width: number,
    height: number,
    nets = Math.round((width * height) / 14),
  ): this {
    const between = (low: number, high: number): number => low + (high - low) * this.#random();
    for (const canvas of [this.#colour, this.#relief, this.#finish]) {
      canvas.context.save();
      canvas.context.beginPath();
      canvas.context.rect(x - width / 2, -y - height / 2, width, height);
      canvas.context.clip();
    }
    for (let n = 0; n < nets; n++) {
      const upright = this.#random() < 0.45;
      const length = between(4, Math.min(26, upright ? height : width));
      const shift = between(-3, 3);
      const x0 = x + between(-width / 2, width / 2);
      const y0 = y + between(-height / 2, height / 2);
      const count = 1 + Math.floor(between(0, 5.99));
      const [x1, y1] = upright ? [x0 + shift, y0 + length] : [x0 + length, y0 + shift];
      this.bus(x0, y0, x1, y1, count, between(0.32, 0.5), upright);
      this.via(x1, y1).via(x0, y0);
    }
    for (let n = 0; n < nets * 1.2; n++) {
      this.via(x + between(-width / 2, width / 2), y + between(-height / 2, height / 2));
    }
    for (const canvas of [this.#colour, this.#relief, this.#finish]) canvas.context.restore();
    return this;
  }

  /** A tented via. */
  via(x: number, y: number, radius = 0.24): this {
    this.#colour.disc(x, y, radius, this.#mask.pour);
    this.#relief.disc(x, y, radius, 'rgb(124,124,124)');
    this.#colour.disc(x, y, radius * 0.42, this.#mask.bare);
    this.#relief.disc(x, y, radius * 0.42, 'rgb(40,40,40)');
    return this;
  }

  /** Bare metal around (x, y): solder pads ('tin'), contacts ('gold'). */
  pad(x: number, y: number, width: number, height: number, plating: Plating = 'gold', radius = 0.1): this {
    this.#colour.rect(x, y, width, height, plated[plating], radius);
    this.#relief.rect(x, y, width, height, 'rgb(130,130,130)', radius);
    this.#finish.rect(x, y, width, height, 'rgb(0,62,255)', radius);
    return this;
  }

  /** A round plated pad; with `bore` it is a mounting or pin hole. */
  land(x: number, y: number, radius: number, plating: Plating = 'tin', bore = 0): this {
    this.#colour.disc(x, y, radius, plated[plating]);
    this.#relief.disc(x, y, radius, 'rgb(130,130,130)');
    this.#finish.disc(x, y, radius, 'rgb(0,62,255)');
    if (bore) {
      this.#colour.disc(x, y, bore, '#060606');
      this.#relief.disc(x, y, bore, 'rgb(0,0,0)');
      this.#finish.disc(x, y, bore, 'rgb(0,230,0)');
    }
    return this;
  }

  /** Silkscreen text; see `Canvas.text`. */
  text(words: string, x: number, y: number, size: number, style?: TextStyle): this {
    this.#colour.text(words, x, y, size, silk, style);
    this.#ink((canvas, colour) => canvas.text(words, x, y, size, colour, style));
    return this;
  }

  /** A silkscreen frame around a component. */
  frame(x: number, y: number, width: number, height: number, line = 0.14, radius = 0): this {
    this.#colour.frame(x, y, width, height, silk, line, radius);
    this.#ink((canvas, colour) => canvas.frame(x, y, width, height, colour, line, radius));
    return this;
  }

  line(points: [number, number][], width = 0.14): this {
    this.#colour.line(points, silk, width);
    this.#ink((canvas, colour) => canvas.line(points, colour, width));
    return this;
  }

  dot(x: number, y: number, radius = 0.3): this {
    this.#colour.disc(x, y, radius, silk);
    this.#ink((canvas, colour) => canvas.disc(x, y, radius, colour));
    return this;
  }

  mark(x: number, y: number, size: number): this {
    this.#colour.mark(x, y, size, silk);
    this.#ink((canvas, colour) => canvas.mark(x, y, size, colour));
    return this;
  }

  mesh(): THREE.Mesh {
    const map = this.#colour.texture();
    const bumpMap = this.#relief.texture('data');
    const finish = this.#finish.texture('data');
    for (const texture of [map, bumpMap, finish]) {
      // An extruded face has its millimetres as uv: map them to the canvas.
      texture.repeat.set(1 / this.width, 1 / this.height);
      texture.offset.set(0.5, 0.5);
    }
    const faces = new THREE.MeshPhysicalMaterial({
      map,
      bumpMap,
      bumpScale: 1.6,
      roughnessMap: finish,
      metalnessMap: finish,
      metalness: 1,
      roughness: 1,
      specularIntensity: 0.9,
    });
    return plate(this.#shape, this.top, faces, { sides: laminate(this.#mask.edge), bevel: 0.08 });
  }

  /** Ink is matte and not metal. */
  #ink(draw: (canvas: Canvas, colour: string) => void): void {
    draw(this.#finish, 'rgb(0,170,0)');
  }
}
