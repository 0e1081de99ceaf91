import * as THREE from 'three';

/**
 * Printing: canvas textures measured in millimetres. A `Canvas` has its origin in the middle, x to the right and y up,
 * as the shapes and pieces have, so one pair of numbers places a pad, its silkscreen and the chip on it.
 */
export class Canvas {
  readonly element: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;

  /** Size in millimetres; `density` is pixels a millimetre. */
  constructor(width: number, height: number, density: number, background?: string) {
    this.width = width;
    this.height = height;
    this.element = document.createElement('canvas');
    this.element.width = Math.round(width * density);
    this.element.height = Math.round(height * density);
    this.context = this.element.getContext('2d')!;
    this.context.setTransform(density, 0, 0, density, (width / 2) * density, (height / 2) * density);
    if (background) this.fill(background);
  }

  fill(color: string): void {
    this.context.fillStyle = color;
    this.context.fillRect(-this.width / 2, -this.height / 2, this.width, this.height);
  }

  /** A filled rectangle around (x, y), with rounded corners if `radius` is given. */
  rect(x: number, y: number, width: number, height: number, color: string, radius = 0): void {
    this.context.fillStyle = color;
    this.context.beginPath();
    this.context.roundRect(x - width / 2, -y - height / 2, width, height, radius);
    this.context.fill();
  }

  frame(x: number, y: number, width: number, height: number, color: string, line = 0.15, radius = 0): void {
    this.context.strokeStyle = color;
    this.context.lineWidth = line;
    this.context.beginPath();
    this.context.roundRect(x - width / 2, -y - height / 2, width, height, radius);
    this.context.stroke();
  }

  line(points: [number, number][], color: string, width = 0.15): void {
    this.context.strokeStyle = color;
    this.context.lineWidth = width;
    this.context.lineJoin = 'round';
    this.context.lineCap = 'round';
    this.context.beginPath();
    for (const [x, y] of points) this.context.lineTo(x, -y);
    this.context.stroke();
  }

  disc(x: number, y: number, radius: number, color: string): void {
    this.context.fillStyle = color;
    this.context.beginPath();
    this.context.arc(x, -y, radius, 0, 2 * Math.PI);
    this.context.fill();
  }

  ring(x: number, y: number, radius: number, color: string, line = 0.15): void {
    this.context.strokeStyle = color;
    this.context.lineWidth = line;
    this.context.beginPath();
    this.context.arc(x, -y, radius, 0, 2 * Math.PI);
    this.context.stroke();
  }

  /** Whether words with digits are left out: a picture of a family shows no number that not all of its parts have. */
  static withoutNumbers = false;

  /** Text whose capitals are `size` x 0.73 mm high, its middle line at y. `turn` in degrees, counter-clockwise. */
  text(
    words: string,
    x: number,
    y: number,
    size: number,
    color: string,
    { align = 'left', weight = 500, turn = 0, spacing = 0 }: TextStyle = {},
  ): void {
    if (Canvas.withoutNumbers && /\d/.test(words)) return;
    const { context } = this;
    context.save();
    context.translate(x, -y);
    context.rotate(THREE.MathUtils.degToRad(-turn));
    // Fonts are set at 100 px and scaled down: browsers hint and round small sizes.
    context.scale(size / 100, size / 100);
    context.font = `${weight} 100px "Inter Variable", sans-serif`;
    context.letterSpacing = `${(spacing / size) * 100}px`;
    context.textAlign = align;
    context.textBaseline = 'alphabetic';
    context.fillStyle = color;
    context.fillText(words, 0, 36.5);
    context.restore();
  }

  /** The Northbridge mark, a bridge over its name's first letter: a square of `size`, centred. */
  mark(x: number, y: number, size: number, color: string): void {
    const unit = size / 10;
    const at = (dx: number, dy: number): [number, number] => [x + dx * unit, y + dy * unit];
    const line = 1.5 * unit;
    this.line([at(-4.2, -4.2), at(-4.2, 4.2), at(4.2, -4.2), at(4.2, 4.2)], color, line);
    this.line([at(-4.2, -1.2), at(4.2, -1.2)], color, line * 0.55);
  }

  /** A barcode of `width` x `height` around (x, y), the same for the same `seed`. */
  barcode(x: number, y: number, width: number, height: number, seed: number, color = '#111'): void {
    let state = seed * 7919 + 13;
    let at = x - width / 2;
    const unit = width / 95;
    while (at < x + width / 2 - unit) {
      state = (state * 1103515245 + 12345) % 2147483648;
      const bar = unit * (1 + (state % 3));
      const gap = unit * (1 + ((state >> 8) % 3));
      const end = Math.min(at + bar, x + width / 2);
      this.rect((at + end) / 2, y, end - at, height, color);
      at += bar + gap;
    }
  }

  /** A square data-matrix-like code. */
  matrixCode(x: number, y: number, size: number, seed: number, color = '#111'): void {
    const cells = 14;
    const cell = size / cells;
    let state = seed * 104729 + 7;
    for (let row = 0; row < cells; row++) {
      for (let column = 0; column < cells; column++) {
        state = (state * 1103515245 + 12345) % 2147483648;
        const finder =
          column === 0 ||
          row === 0 ||
          (column === cells - 1 ? row % 2 === 0 : row === cells - 1 && column % 2 === 1);
        if (finder || (state >> 12) % 2) {
          const cx = x - size / 2 + (column + 0.5) * cell;
          this.rect(cx, y - size / 2 + (row + 0.5) * cell, cell * 1.04, cell * 1.04, color);
        }
      }
    }
  }

  /** As a texture; `data` for anything that is not a colour (bump, roughness). */
  texture(kind: 'colour' | 'data' = 'colour'): THREE.CanvasTexture {
    const texture = new THREE.CanvasTexture(this.element);
    texture.colorSpace = kind === 'colour' ? THREE.SRGBColorSpace : THREE.NoColorSpace;
    texture.anisotropy = 16;
    return texture;
  }
}

export interface TextStyle {
  align?: CanvasTextAlign;
  weight?: number;
  turn?: number;
  spacing?: number;
}

/** How a print lies on its surface: paper and film cover it, ink and laser leave the rest bare. */
export type Stock = 'paper' | 'film' | 'metal film' | 'ink' | 'laser';

const stocks: Record<Stock, THREE.MeshPhysicalMaterialParameters> = {
  paper: { roughness: 0.62 },
  film: { roughness: 0.34, clearcoat: 0.25, clearcoatRoughness: 0.3 },
  'metal film': { roughness: 0.38, metalness: 0.9 },
  ink: { roughness: 0.55 },
  laser: { roughness: 0.75, specularIntensity: 0.4 },
};

/**
 * A print of `width` x `height` mm lying in the xy plane, facing +z, read from -y; lay it 0.03 mm or more above its
 * surface. What `draw` leaves unpainted is transparent, so paint a background for a label.
 */
export function print(
  width: number,
  height: number,
  stock: Stock,
  draw: (canvas: Canvas) => void,
  density = Math.min(40, 1600 / Math.max(width, height)),
): THREE.Mesh {
  const canvas = new Canvas(width, height, density);
  draw(canvas);
  const material = new THREE.MeshPhysicalMaterial({
    ...stocks[stock],
    map: canvas.texture(),
    transparent: true,
    depthWrite: false,
    // Pulls the print in front of the surface it lies on, however far the camera is.
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -4,
  });
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(width, height), material);
  mesh.userData.print = true;
  return mesh;
}

/** A label with a body: rounded corners, and a film thick enough to catch the light at its edge. */
export function label(
  width: number,
  height: number,
  stock: Stock,
  draw: (canvas: Canvas) => void,
  radius = 1,
): THREE.Mesh {
  const made = print(width, height, stock, (canvas) => {
    canvas.context.beginPath();
    canvas.context.roundRect(-width / 2, -height / 2, width, height, radius);
    canvas.context.clip();
    draw(canvas);
  });
  // A label hides what is printed under it, so unlike ink it is opaque and keeps its depth.
  const material = made.material as THREE.MeshPhysicalMaterial;
  material.transparent = false;
  material.alphaTest = 0.5;
  material.depthWrite = true;
  material.polygonOffsetFactor = -3;
  material.polygonOffsetUnits = -8;
  return made;
}
