import * as THREE from 'three';
import { type Canvas, print, type Stock } from '../print.ts';
import { at, group, opening, type Place, plate, roundedRect, stand } from './forms.ts';

/** Sheet metal: walls with openings, perforated fields, prints that stand. */

/** Degrees to turn something that faces -y. */
const turns = { front: 0, right: 90, back: 180, left: -90 } as const;
export type Side = keyof typeof turns;

/** Puts something flat upright, its top facing a side; (x, y, z) is where its origin goes. */
export function face(object: THREE.Object3D, side: Side, x: number, y: number, z: number): THREE.Group {
  return at(stand(object), x, y, z, turns[side]);
}

export interface Cut {
  x: number;
  y: number;
  width: number;
  height: number;
  radius?: number;
}

/** A flat wall around the origin, `thickness` high, with openings. */
export function wall(
  width: number,
  height: number,
  thickness: number,
  material: THREE.Material,
  cuts: Cut[] = [],
  { radius = 0.5, bevel = Math.min(0.3, thickness * 0.3) }: { radius?: number; bevel?: number } = {},
): THREE.Mesh {
  const shape = roundedRect(width, height, radius);
  for (const cut of cuts) opening(shape, cut.x, cut.y, cut.width, cut.height, cut.radius ?? 0.5);
  return plate(shape, thickness, material, { bevel });
}

/** Slots in a row along x, to cut into a wall. */
export function slots(
  count: number,
  pitch: number,
  width: number,
  height: number,
  x = 0,
  y = 0,
  radius = Math.min(width, height) / 2,
): Cut[] {
  return Array.from({ length: count }, (_, n) => ({
    x: x + (n - (count - 1) / 2) * pitch,
    y,
    width,
    height,
    radius,
  }));
}

/**
 * A field of holes in sheet metal, staggered, lying on z = 0: real holes, drawn as one hexagonal cell many times over.
 * `holes` has six sides for a honeycomb, more for round ones. Its border is ragged: put a frame over it. Cells outside
 * `inside` are left out.
 */
export function perforated(
  width: number,
  height: number,
  pitch: number,
  bore: number,
  thickness: number,
  material: THREE.Material,
  { holes = 6, inside }: { holes?: number; inside?: (x: number, y: number) => boolean } = {},
): THREE.Group {
  const reach = pitch / Math.sqrt(3);
  const cell = new THREE.Shape();
  for (let n = 0; n < 6; n++) {
    const angle = Math.PI / 6 + (n * Math.PI) / 3;
    cell.lineTo(reach * 1.005 * Math.cos(angle), reach * 1.005 * Math.sin(angle));
  }
  const round = new THREE.Path();
  for (let n = 0; n < holes; n++) {
    const angle = Math.PI / 6 - (n * 2 * Math.PI) / holes;
    round.lineTo((bore / 2) * Math.cos(angle), (bore / 2) * Math.sin(angle));
  }
  cell.holes.push(round);
  const geometry = new THREE.ExtrudeGeometry(cell, { depth: thickness, bevelEnabled: false });
  const places: Place[] = [];
  const rise = (pitch * Math.sqrt(3)) / 2;
  const rows = Math.floor((height - bore) / rise / 2);
  for (let j = -rows; j <= rows; j++) {
    const shift = j % 2 ? pitch / 2 : 0;
    const columns = Math.floor((width - bore) / pitch / 2);
    for (let i = -columns; i <= columns; i++) {
      const [x, y] = [i * pitch + shift, j * rise];
      if (Math.abs(x) > (width - bore) / 2 || (inside && !inside(x, y))) continue;
      places.push([x, y]);
    }
  }
  const copies = new THREE.InstancedMesh(geometry, material, places.length);
  const matrix = new THREE.Matrix4();
  for (const [n, [x, y]] of places.entries()) copies.setMatrixAt(n, matrix.makeTranslation(x, y, 0));
  return group(copies);
}

/** A print that stands upright, facing a side. */
export function standingPrint(
  side: Side,
  place: [number, number, number],
  width: number,
  height: number,
  stock: Stock,
  draw: (canvas: Canvas) => void,
): THREE.Group {
  return face(print(width, height, stock, draw), side, ...place);
}
