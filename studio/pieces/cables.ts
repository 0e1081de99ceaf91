import * as THREE from 'three';
import { glossyPlastic, gold, mattePlastic, rubber } from '../materials.ts';
import { at, bar, block, box, group, opening, plate, repeat, roundedRect, row } from './forms.ts';

/** A ribbon of separate round wires along points, `pitch` mm apart across the way they run. */
export function wires(
  points: [number, number, number][],
  colors: string[],
  radius = 0.65,
  pitch = radius * 2.15,
): THREE.Group {
  const path = points.map((point) => new THREE.Vector3(...point));
  const up = new THREE.Vector3(0, 0, 1);
  const made = new THREE.Group();
  for (const [n, color] of colors.entries()) {
    const shift = (n - (colors.length - 1) / 2) * pitch;
    const shifted = path.map((point, i): [number, number, number] => {
      const ahead = path[Math.min(i + 1, path.length - 1)]!.clone().sub(path[Math.max(i - 1, 0)]!);
      const across = ahead.cross(up);
      if (across.lengthSq() < 1e-6) across.set(1, 0, 0);
      const { x, y, z } = point.clone().addScaledVector(across.normalize(), shift);
      return [x, y, z];
    });
    made.add(bar(shifted, radius, rubber(color), { sides: 10 }));
  }
  return made;
}

/** A braided sleeve along points: a round bar with a fine woven relief. */
export function sleeve(points: [number, number, number][], radius = 3, color = '#1c1d20'): THREE.Mesh {
  const weave = document.createElement('canvas');
  weave.width = weave.height = 64;
  const context = weave.getContext('2d')!;
  context.fillStyle = '#444';
  context.fillRect(0, 0, 64, 64);
  context.lineWidth = 13;
  for (const [from, to, tone] of [
    [-64, 0, '#fff'],
    [0, 64, '#fff'],
    [64, 128, '#fff'],
  ] as const) {
    context.strokeStyle = tone;
    context.beginPath();
    context.moveTo(from, 0);
    context.lineTo(to, 64);
    context.moveTo(to, 0);
    context.lineTo(from, 64);
    context.stroke();
  }
  const texture = new THREE.CanvasTexture(weave);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  const length = new THREE.CatmullRomCurve3(points.map((point) => new THREE.Vector3(...point))).getLength();
  texture.repeat.set(Math.round(length / (radius * 0.8)), 8);
  const material = new THREE.MeshPhysicalMaterial({ color, roughness: 0.75, bumpMap: texture, bumpScale: 2 });
  return bar(points, radius, material, { sides: 24, steps: points.length * 24 });
}

/** The plug of a 4-pin fan cable along y, its wires leaving at +y; lies on z = 0. */
export function fanPlug(color = '#17181a'): THREE.Group {
  return group(
    box(10.6, 11, 4.6, mattePlastic(color), 0.4),
    at(repeat(block(1.5, 0.4, 1.7, mattePlastic('#060607')), row(4, 2.54)), 0, -5.4, 1.5),
    at(repeat(block(0.8, 0.3, 0.8, gold()), row(4, 2.54)), 0, -5.5, 1.9),
    at(box(1, 9, 1.2, mattePlastic(color), 0.2), -3.4, 0.6, 4.3),
    at(box(1, 9, 1.2, mattePlastic(color), 0.2), 1.2, 0.6, 4.3),
  );
}

/** The plug of a patch cable with its boot: it goes into a port along +y, and the cable leaves along -y. */
export function patchPlug(color: string): THREE.Group {
  return group(
    at(box(11.4, 7, 7.6, glossyPlastic('#c4ccd0'), 0.5), 0, -1.5, -3.8),
    at(box(12.6, 15, 9.4, rubber(color), 1.6), 0, -11, -4.7),
    at(box(10.4, 9, 8, rubber(color), 2), 0, -20, -4),
    at(box(3.4, 13, 1.4, rubber(color), 0.5), 0, -11, 4.4),
    at(
      repeat(box(11.2, 1.3, 8.6, rubber(color), 0.6), [
        [0, 0, 0],
        [0, -2.6, 0],
        [0, -5.2, 0],
      ]),
      0,
      -18.4,
      -4.3,
    ),
  );
}

/** Where each turn of a coil lies in its bundle: radius, and height for a bar of 2.35 mm. */
const lays: [number, number][] = [
  [63.6, 2.35],
  [58.6, 2.35],
  [53.6, 2.35],
  [56.1, 6.6],
  [61.3, 6.6],
];

/** The path of a cable of `radius` mm coiled four and a half times clockwise, from the left of the coil to its right. */
export function coil(radius: number): [number, number, number][] {
  const points: [number, number, number][] = [];
  const steps = 26;
  for (let n = 0; n <= steps * 4.5; n++) {
    const turn = n / steps;
    const from = lays[Math.min(Math.floor(turn), lays.length - 1)]!;
    const to = lays[Math.min(Math.floor(turn) + 1, lays.length - 1)]!;
    const rest = turn % 1;
    // It changes its lay within the last fifth of a turn.
    const blend = rest < 0.8 || turn > 4 ? 0 : (1 - Math.cos(((rest - 0.8) / 0.2) * Math.PI)) / 2;
    const angle = Math.PI - 2 * Math.PI * turn;
    const wobble = 1 + 0.012 * Math.sin(angle * 2 + turn) + 0.006 * Math.sin(angle * 3 - turn * 2);
    const r = (from[0] + (to[0] - from[0]) * blend) * wobble;
    points.push([
      r * Math.cos(angle),
      r * Math.sin(angle) * 0.97,
      (from[1] + (to[1] - from[1]) * blend) * (radius / 2.35),
    ]);
  }
  return points;
}

/** A hook-and-loop tie around a coil at `angle` degrees. */
export function tie(angle: number): THREE.Group {
  const shape = roundedRect(19, 12.4, 4);
  opening(shape, 0, 0, 16.6, 10, 3);
  const band = plate(shape, 13, rubber('#2a2d31'), { bevel: 0.4 });
  band.rotation.x = Math.PI / 2;
  band.position.y = 6.5;
  const made = group(band, at(box(8, 13.4, 1.5, rubber('#34383d'), 0.5), -3, 0, 5.4));
  const radians = (angle * Math.PI) / 180;
  return at(made, 58.4 * Math.cos(radians), 58.4 * Math.sin(radians) * 0.97, 5.6, angle);
}
