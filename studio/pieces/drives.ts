import * as THREE from 'three';
import { gold, mattePlastic } from '../materials.ts';
import { at, block, box, cylinder, group, type Place, repeat, ring, row } from './forms.ts';

/** A drive's outline with a notch in its -y edge, where the connector sits; `shift` moves the notch along x. */
export function driveOutline(
  width: number,
  length: number,
  radius: number,
  notch: { width: number; depth: number; shift: number },
): THREE.Shape {
  const [x, y, r] = [width / 2, length / 2, radius];
  const [left, right] = [notch.shift - notch.width / 2, notch.shift + notch.width / 2];
  const shape = new THREE.Shape();
  shape.moveTo(-x + r, -y).lineTo(left, -y);
  shape
    .lineTo(left, -y + notch.depth)
    .lineTo(right, -y + notch.depth)
    .lineTo(right, -y);
  shape.lineTo(x - r, -y).absarc(x - r, -y + r, r, -Math.PI / 2, 0, false);
  shape.lineTo(x, y - r).absarc(x - r, y - r, r, 0, Math.PI / 2, false);
  shape.lineTo(-x + r, y).absarc(-x + r, y - r, r, Math.PI / 2, Math.PI, false);
  shape.lineTo(-x, -y + r).absarc(-x + r, -y + r, r, Math.PI, 1.5 * Math.PI, false);
  return shape;
}

/**
 * The plug of a drive: 42 mm wide, 5 high, on z = 0, its tongues pointing to -y with their contacts up. 'u2' fills the
 * gap between the two tongues and adds the fine contacts of four PCIe lanes.
 */
export function driveConnector(kind: 'sata' | 'u2' = 'sata', color = '#17181a'): THREE.Group {
  const plastic = mattePlastic(color);
  const tongue = (from: number, to: number): THREE.Mesh =>
    at(box(to - from, 6, 1.3, plastic, 0.2), (from + to) / 2, -1.2, 1.7);
  const made = group(
    at(box(40, 3.4, 4.6, plastic, 0.25), 0, 2.6),
    at(box(1.9, 7.4, 4.6, plastic, 0.4), -20, 0.4),
    at(box(1.9, 7.4, 4.6, plastic, 0.4), 20, 0.4),
    tongue(-16.4, -6.1),
    tongue(-3.7, 17.3),
    at(box(1.3, 6, 2.5, plastic, 0.2), -15.8, -1.2, 1.7),
    at(box(1.3, 6, 2.5, plastic, 0.2), 16.7, -1.2, 1.7),
  );
  const finger = block(0.8, 4.6, 0.1, gold());
  made.add(repeat(finger, [...row(7, 1.27, -11, -1.2, 2.96), ...row(15, 1.27, 6.6, -1.2, 2.96)]));
  if (kind === 'u2') {
    made.add(tongue(-6.2, -3.6), at(box(9, 6, 1.1, plastic, 0.2), -5, -1, 0.2));
    made.add(repeat(block(0.36, 4.2, 0.1, gold()), row(8, 0.66, -4.9, -1.2, 2.98)));
  }
  return made;
}

/** Threaded mounting holes in a drive's sides, at height `z`, at the given places along y. */
export function sideHoles(width: number, z: number, ys: number[], radius = 1.5): THREE.Group {
  const one = (): THREE.Group =>
    group(
      ring(radius, radius * 1.35, 0.12, mattePlastic('#5c5f63'), 0.04, 32),
      at(cylinder(radius, 0.08, mattePlastic('#08090a'), { bevel: 0, sides: 32 }), 0, 0, 0.02),
    );
  const made = new THREE.Group();
  for (const side of [1, -1]) {
    const places = ys.map((y): Place => [side * -z, y]);
    const holes = repeat(one(), places);
    holes.rotation.y = (side * Math.PI) / 2;
    holes.position.x = (side * width) / 2;
    made.add(holes);
  }
  return made;
}
