import * as THREE from 'three';
import { aluminium, mattePlastic, nickel, rubber } from '../materials.ts';
import { label } from '../print.ts';
import { at, bar, box, cylinder, group, hole, plate, repeat, ring, roundedRect, turned } from './forms.ts';

export interface FanOptions {
  /** Depth of the frame in mm; default 25. */
  depth?: number;
  blades?: number;
  frame?: THREE.Material;
  wheel?: THREE.Material;
  corners?: THREE.Material | null;
  /** Words on the hub; default the product's own. */
  words?: [string, string];
  /** Its electrical rating, under the words. */
  rating?: string;
}

/** An axial fan of `size` mm lying flat, its open (intake) face up. */
export function fan(size = 120, options: FanOptions = {}): THREE.Group {
  const {
    depth = size * 0.21,
    blades = 9,
    frame = mattePlastic('#26292d'),
    wheel = mattePlastic('#3d3f42'),
    corners = rubber('#34373b'),
    words = ['Northbridge', `NB-F${size} PWM`],
    rating = 'DC 12 V  0.18 A',
  } = options;
  const half = size / 2;
  const bore = half * 0.965;
  const screws = half * 0.875;
  const flange = (): THREE.Mesh => {
    const shape = roundedRect(size, size, size * 0.06);
    hole(shape, 0, 0, bore);
    for (const x of [-screws, screws]) for (const y of [-screws, screws]) hole(shape, x, y, 2.15);
    return plate(shape, depth * 0.16, frame, { bevel: 0.5, curve: 48 });
  };
  const made = group(
    flange(),
    at(flange(), 0, 0, depth * 0.84),
    ring(bore, half * 0.988, depth - 1, frame, 0.4, 128),
    // A chamfer leads the air in.
    at(ring(bore - 0.8, bore + 0.4, 1.2, frame, 0.5, 128), 0, 0, depth * 0.62),
    impeller(bore * 0.985, half * 0.36, depth * 0.76, blades, wheel, depth * 0.16),
  );
  // Bosses join the flanges around each screw.
  for (const x of [-screws, screws]) {
    for (const y of [-screws, screws]) made.add(at(ring(2.15, 4.4, depth - 1, frame, 0.2, 32), x, y, 0.5));
  }
  made.add(stator(bore, half * 0.36, depth, frame));
  if (corners)
    made.add(at(pads(size, bore, screws, corners), 0, 0, depth - 0.2), pads(size, bore, screws, corners, -1));
  const badge = label(
    half * 0.6,
    half * 0.6,
    'metal film',
    (canvas) => {
      const r = half * 0.3;
      canvas.fill('#b9bec4');
      canvas.disc(0, 0, r, '#c3c8ce');
      canvas.ring(0, 0, r * 0.93, '#6d747c', r * 0.02);
      canvas.mark(0, r * 0.36, r * 0.5, '#1a1e23');
      canvas.text(words[0], 0, -r * 0.17, r * 0.27, '#1a1e23', { align: 'center', weight: 700 });
      canvas.text(words[1], 0, -r * 0.46, r * 0.17, '#3b4148', { align: 'center', weight: 550 });
      canvas.text(rating, 0, -r * 0.68, r * 0.13, '#3b4148', { align: 'center' });
    },
    half * 0.3,
  );
  made.add(at(badge, 0, 0, depth * 0.92 + 0.06));
  return made;
}

/** Hub and blades between z = `foot` and `foot + height`. */
export function impeller(
  tip: number,
  hub: number,
  height: number,
  blades: number,
  material: THREE.Material,
  foot: number,
): THREE.Group {
  const made = group(
    turned(
      [
        [hub, 0],
        [hub, height * 0.84],
        [hub * 0.985, height * 0.91],
        [hub * 0.94, height * 0.965],
        [hub * 0.88, height * 0.99],
        [hub * 0.86, height],
        [0, height],
      ],
      material,
      96,
    ),
  );
  const geometry = bladeGeometry(hub * 0.97, tip, height, (2 * Math.PI) / blades);
  for (let n = 0; n < blades; n++) {
    const blade = new THREE.Mesh(geometry, material);
    blade.rotation.z = (2 * Math.PI * n) / blades;
    made.add(blade);
  }
  return at(made, 0, 0, foot);
}

/**
 * One blade as a closed skin: from root to tip it sweeps forward, flattens and widens; across its chord it is arched
 * and thickest near the leading edge.
 */
function bladeGeometry(root: number, tip: number, height: number, share: number): THREE.BufferGeometry {
  const [along, across] = [20, 14];
  const positions: number[] = [];
  const index: number[] = [];
  const skin = (side: number): void => {
    const first = positions.length / 3;
    for (let i = 0; i <= along; i++) {
      const u = i / along;
      const radius = root + (tip - root) * u;
      const chord = share * (0.92 + 0.1 * u);
      const rise = height * (0.8 - 0.22 * u);
      for (let j = 0; j <= across; j++) {
        const v = j / across;
        // The tip's corners are rounded off, as a mould needs them.
        const round = 1 - 0.09 * Math.abs(2 * v - 1) ** 6 * u ** 4;
        const angle = share * (0.55 * u * u - 0.12 * u) + (v - 0.5) * chord;
        const arch = height * 0.1 * Math.sin(Math.PI * v);
        const thickness = 0.95 * Math.sqrt(Math.max(v * (1 - v), 0)) * (1.25 - 0.5 * u);
        const z = height * 0.46 + (v - 0.5) * rise + arch + side * thickness;
        positions.push(radius * round * Math.cos(angle), radius * round * Math.sin(angle), z);
      }
    }
    for (let i = 0; i < along; i++) {
      for (let j = 0; j < across; j++) {
        const a = first + i * (across + 1) + j;
        const [b, c, d] = [a + 1, a + across + 1, a + across + 2];
        if (side > 0) index.push(a, c, b, b, c, d);
        else index.push(a, b, c, b, d, c);
      }
    }
  };
  skin(1);
  skin(-1);
  // The tip's edge closes both skins.
  const count = (along + 1) * (across + 1);
  for (let j = 0; j < across; j++) {
    const a = along * (across + 1) + j;
    index.push(a, a + count, a + 1, a + 1, a + count, a + count + 1);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}

/** The struts and plate that hold the motor, at the foot of the frame. */
function stator(bore: number, hub: number, depth: number, material: THREE.Material): THREE.Group {
  const made = group(cylinder(hub * 1.02, depth * 0.13, material, { bevel: 0.5 }));
  for (let n = 0; n < 4; n++) {
    const strut = box(bore - hub + 4, n === 0 ? 6 : 3.4, depth * 0.12, material, 0.8);
    const angle = Math.PI / 4 + 0.3 + (n * Math.PI) / 2;
    const middle = (bore + hub) / 2;
    strut.position.set(Math.cos(angle) * middle, Math.sin(angle) * middle, 0);
    strut.rotation.z = angle - 0.12;
    made.add(strut);
  }
  return made;
}

/** Rubber pads in the four corners of a face. */
function pads(size: number, bore: number, screws: number, material: THREE.Material, side = 1): THREE.Group {
  const half = size / 2 + 0.3;
  const reach = half * 0.52;
  const r = size * 0.06;
  const made = new THREE.Group();
  for (let n = 0; n < 4; n++) {
    const shape = new THREE.Shape();
    shape.moveTo(half, reach).lineTo(half, half - r);
    shape.absarc(half - r, half - r, r, 0, Math.PI / 2, false);
    shape.lineTo(reach, half);
    const inner = bore + 1.6;
    const from = Math.atan2(Math.sqrt(inner ** 2 - (reach + 4) ** 2), reach + 4);
    shape.absarc(0, 0, inner, from, Math.PI / 2 - from, true);
    hole(shape, screws, screws, 2.6);
    const pad = plate(shape, 1.2, material, { bevel: 0.35, curve: 24 });
    pad.rotation.z = (n * Math.PI) / 2;
    if (side < 0) pad.position.z = -1;
    made.add(pad);
  }
  return made;
}

/** A stack of fins upright along x: `count` sheets of `depth` x `height`, spread over `length`. */
export function fins(
  count: number,
  length: number,
  depth: number,
  height: number,
  material: THREE.Material = aluminium(),
  thickness = 0.45,
): THREE.Group {
  const pitch = (length - thickness) / Math.max(count - 1, 1);
  const places = Array.from({ length: count }, (_, n): [number, number] => [
    (n - (count - 1) / 2) * pitch,
    0,
  ]);
  return repeat(box(thickness, depth, height, material, thickness * 0.3), places);
}

/** A heat pipe along points, nickel-plated. */
export function heatPipe(
  points: [number, number, number][],
  diameter = 6,
  material: THREE.Material = nickel(),
): THREE.Group {
  const [x, y, z] = points.at(-1)!;
  return group(
    bar(points, diameter / 2, material, { sides: 20, steps: points.length * 20 }),
    at(
      cylinder(diameter / 2, diameter * 0.3, material, { bevel: diameter * 0.15 }),
      x,
      y,
      z - diameter * 0.05,
    ),
  );
}
