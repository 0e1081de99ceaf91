import type * as THREE from 'three';
import { gold, lit, mattePlastic, nickel, steel, tin } from '../materials.ts';
import type { Board } from './board.ts';
import { at, block, box, group, opening, plate, repeat, roundedRect, row } from './forms.ts';

/** Square pins in plastic, 2.54 mm apart by default, standing on a board. */
export function pinHeader(columns: number, rows = 1, pitch = 2.54, color = '#18191b'): THREE.Group {
  const pins = Array.from({ length: rows }, (_, n) =>
    row(columns, pitch, 0, (n - (rows - 1) / 2) * pitch),
  ).flat();
  return group(
    repeat(box(pitch * 0.96, pitch * 0.96, pitch, mattePlastic(color), pitch * 0.12), pins),
    repeat(box(pitch * 0.25, pitch * 0.25, pitch * 3.3, gold(), pitch * 0.06), pins),
  );
}

/** A shrouded box header, as for front panels or old ribbon cables; open to the top. */
export function boxHeader(
  width: number,
  depth: number,
  height: number,
  columns: number,
  rows: number,
  color = '#18191b',
): THREE.Group {
  const shape = roundedRect(width, depth, 0.5);
  opening(shape, 0, 0, width - 2, depth - 2, 0.3);
  const pitch = Math.min((width - 3) / columns, (depth - 2.4) / rows);
  const pins = Array.from({ length: rows }, (_, n) =>
    row(columns, pitch, 0, (n - (rows - 1) / 2) * pitch),
  ).flat();
  return group(
    plate(shape, height, mattePlastic(color)),
    block(width - 1, depth - 1, 1, mattePlastic('#101112')),
    repeat(box(0.6, 0.6, height * 0.75, gold(), 0.1), pins),
  );
}

/** A power socket of keyed square chimneys (ATX 24-pin, EPS, PCIe 8-pin): 4.2 mm pitch, latch on the +y side. */
export function powerSocket(columns: number, rows = 2, height = 10, color = '#141517'): THREE.Group {
  const pitch = 4.2;
  const shape = roundedRect(columns * pitch + 1.4, rows * pitch + 1.4, 0.5);
  const cells = Array.from({ length: rows }, (_, n) =>
    row(columns, pitch, 0, (n - (rows - 1) / 2) * pitch),
  ).flat();
  for (const [n, [x, y]] of cells.entries()) opening(shape, x, y, 3.4, 3.4, n % 3 ? 0.1 : 1);
  return group(
    plate(shape, height, mattePlastic(color)),
    block(columns * pitch, rows * pitch, 1.2, mattePlastic('#0d0e0f')),
    repeat(box(1, 1, height * 0.8, gold(), 0.15), cells),
    at(box(5, 1.4, height * 0.75, mattePlastic(color), 0.3), 0, (rows * pitch) / 2 + 1.2),
  );
}

/** A memory socket along x: a slot with its key, contacts inside, a latch at each end. */
export function dimmSlot(length = 142, key = -5, color = '#17181a', latch = '#2a2c2f'): THREE.Group {
  const shape = roundedRect(length, 6.4, 0.6);
  const inner = length - 9;
  const left = inner / 2 + key - 1;
  const right = inner / 2 - key - 1;
  opening(shape, -inner / 2 + left / 2, 0, left, 1.7, 0.2);
  opening(shape, inner / 2 - right / 2, 0, right, 1.7, 0.2);
  const contacts = Math.floor(inner / 0.85);
  const places = row(contacts, 0.85).filter(([x]) => Math.abs(x - key) > 1.5);
  const oneLatch = (side: number): THREE.Group => {
    const made = group(
      box(6, 4, 11, mattePlastic(latch), 0.7),
      at(box(3.4, 5.2, 2.6, mattePlastic(latch), 0.7), side * 1.4, 0, 9.6),
    );
    made.position.set((side * (length - 4)) / 2, 0, 0);
    made.rotation.y = side * 0.16;
    return made;
  };
  return group(
    plate(shape, 8, mattePlastic(color)),
    block(inner, 3, 3, mattePlastic('#0b0b0c')),
    at(repeat(block(0.36, 0.35, 4.2, gold()), places), 0, 0.72, 2.6),
    at(repeat(block(0.36, 0.35, 4.2, gold()), places), 0, -0.72, 2.6),
    oneLatch(1),
    oneLatch(-1),
  );
}

/** A PCIe slot along x; lanes 1, 4, 8 or 16. `armour` sheathes it in steel. */
export function pcieSlot(lanes: 1 | 4 | 8 | 16 = 16, armour = false, color = '#17181a'): THREE.Group {
  const length = { 1: 25, 4: 39, 8: 56, 16: 89 }[lanes];
  const shape = roundedRect(length, 7.5, 0.6);
  const from = -length / 2 + 2;
  const split = from + 11.7;
  opening(shape, from + 5.4, 0, 10.8, 1.9, 0.2);
  opening(shape, (split + 1 + length / 2 - 2) / 2, 0, length / 2 - 3 - split, 1.9, 0.2);
  const contacts = row(Math.floor(length - 5), 1).filter(([x]) => Math.abs(x - split + 0.4) > 1);
  const made = group(
    plate(shape, 11.2, mattePlastic(color)),
    block(length - 4, 3.4, 4, mattePlastic('#0b0b0c')),
    at(repeat(block(0.45, 0.4, 5.6, gold()), contacts), 0, 0.8, 4),
    at(repeat(block(0.45, 0.4, 5.6, gold()), contacts), 0, -0.8, 4),
    at(box(5, 3.4, 13, mattePlastic(color), 0.6), length / 2 + 2.2, 0),
  );
  if (armour) {
    const sheath = roundedRect(length + 1, 8.9, 0.7);
    opening(sheath, 0, 0, length - 0.4, 7, 0.5);
    made.add(plate(sheath, 10.6, steel(), { bevel: 0.2 }));
  }
  return made;
}

/** Paints edge contacts on a board: `count` gold fingers from x, `pitch` apart, reaching up from its edge at y. */
export function edgeFingers(
  board: Board,
  x: number,
  y: number,
  count: number,
  pitch = 1,
  length = 4.5,
): void {
  for (let n = 0; n < count; n++)
    board.pad(x + n * pitch, y + length / 2, pitch * 0.68, length, 'gold', pitch * 0.14);
}

/** The outline of a PCIe card's edge, to weave into a board's shape: points from left to right along y = `y`. */
export function cardEdge(x: number, y: number, lanes: 4 | 8 | 16): [number, number][] {
  const end = x + { 4: 36.7, 8: 53.5, 16: 86.5 }[lanes];
  const drop = y - 7.5;
  return [
    [x, y],
    [x, drop + 0.8],
    [x + 0.8, drop],
    [x + 10.7, drop],
    [x + 11.4, drop + 0.7],
    [x + 11.4, y - 0.2],
    [x + 13.2, y - 0.2],
    [x + 13.2, drop + 0.7],
    [x + 13.9, drop],
    [end - 0.8, drop],
    [end, drop + 0.8],
    [end, y],
  ];
}

/** A hollow metal or plastic box whose mouth faces -y: the base of every port. `wall` in mm. */
export function shell(
  width: number,
  depth: number,
  height: number,
  wall: number,
  material: THREE.Material,
  radius = 0.6,
): THREE.Group {
  const shape = roundedRect(width, height, radius);
  opening(shape, 0, 0, width - 2 * wall, height - 2 * wall, Math.max(radius - wall, 0.1));
  const tube = plate(shape, depth, material, { bevel: Math.min(0.2, wall * 0.3) });
  tube.rotation.x = Math.PI / 2;
  tube.position.set(0, depth / 2, height / 2);
  const back = at(
    block(width - wall, 0.5, height - wall, mattePlastic('#0a0a0b')),
    0,
    depth / 2 - 0.6,
    wall / 2,
  );
  return group(tube, back);
}

/** RJ45 ports side by side, mouths to -y, with contacts, latch key and two light guides each. */
export function rj45(ports = 1, color = '#17181a', shielded = true): THREE.Group {
  const [width, depth, height] = [15.6, 19, 13.4];
  const one = group(
    shell(width, depth, height, 1.9, mattePlastic(color), 0.5),
    at(block(6.2, depth - 1, 1.4, mattePlastic('#0a0a0b')), 0, 0.4, 0.6),
    at(repeat(block(0.5, 9, 0.4, gold()), row(8, 1.02)), 0, -2.5, height - 3.4),
    at(box(2.6, 0.5, 1.5, lit('#56d364', 0.9), 0.2), -5.4, -depth / 2 - 0.1, 0.25),
    at(box(2.6, 0.5, 1.5, lit('#e3a33a', 0.5), 0.2), 5.4, -depth / 2 - 0.1, 0.25),
  );
  if (shielded) one.add(at(shell(width + 0.5, depth - 0.6, height + 0.5, 0.35, nickel(), 0.5), 0, 0.4, -0.2));
  return repeat(one, row(ports, width + 0.8));
}

/** SFP cages side by side, mouths to -y: pressed steel with vents and spring fingers. */
export function sfpCage(ports = 1, depth = 48): THREE.Group {
  const [width, height] = [14.6, 9.8];
  const finger = at(box(1.5, 3.4, 0.3, tin(), 0.1), 0, 0, 0);
  const one = group(
    shell(width, depth, height, 0.5, nickel(), 0.4),
    at(repeat(finger, row(6, 2.2)), 0, -depth / 2 + 2.4, height + 0.02),
    at(block(11, 0.6, 1.4, gold()), 0, depth / 2 - 12, height / 2),
    at(
      repeat(block(1.6, 1.6, 0.06, mattePlastic('#0a0a0b')), [...row(4, 3, 0, 4), ...row(4, 3, 0, 9)]),
      0,
      0,
      height - 0.02,
    ),
  );
  return repeat(one, row(ports, width + 1));
}

/** A rectangular port (USB-A 13.1 x 5.8, HDMI 15 x 5.6, DisplayPort 16 x 5.8) with its tongue, mouth to -y. */
export function port(width: number, height: number, depth = 12, tongue = '#17181a'): THREE.Group {
  return group(
    shell(width, depth, height, 0.4, nickel(), 0.5),
    at(box(width * 0.72, depth - 1.5, height * 0.26, mattePlastic(tongue), 0.2), 0, 0.5, height * 0.48),
    at(repeat(block(0.6, depth - 3, 0.1, gold()), row(5, width * 0.13)), 0, 0, height * 0.45),
  );
}
