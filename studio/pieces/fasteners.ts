import * as THREE from 'three';
import { brass, mattePlastic, steel } from '../materials.ts';
import { at, cylinder, group, plate, turned } from './forms.ts';

/** A pan-head screw seen from above, its head on z = 0: a real recess, no paint. */
export function screw(
  diameter = 6,
  drive: 'cross' | 'torx' = 'cross',
  material: THREE.Material = steel(),
): THREE.Group {
  const r = diameter / 2;
  const head = new THREE.Shape();
  head.absarc(0, 0, r, 0, 2 * Math.PI, false);
  const recess = new THREE.Path();
  if (drive === 'cross') {
    const [w, l] = [r * 0.14, r * 0.62];
    const points: [number, number][] = [
      [l, -w],
      [w, -w],
      [w, -l],
      [-w, -l],
      [-w, -w],
      [-l, -w],
      [-l, w],
      [-w, w],
      [-w, l],
      [w, l],
      [w, w],
      [l, w],
    ];
    recess.setFromPoints(points.map(([x, y]) => new THREE.Vector2(x, y)));
  } else {
    const points = Array.from({ length: 48 }, (_, n) => {
      const angle = (-2 * Math.PI * n) / 48;
      const radius = r * (0.46 + 0.09 * Math.cos(6 * angle));
      return new THREE.Vector2(radius * Math.cos(angle), radius * Math.sin(angle));
    });
    recess.setFromPoints(points);
  }
  head.holes.push(recess);
  return group(
    plate(head, r * 0.55, material, { bevel: r * 0.16, curve: 24 }),
    cylinder(r * 0.7, r * 0.12, mattePlastic('#0c0c0d'), { bevel: 0, sides: 24 }),
  );
}

/** A whole machine screw, head down on z = 0 and thread up; lay it down with a rotation. */
export function machineScrew(diameter = 2, length = 4, material: THREE.Material = steel()): THREE.Group {
  const r = diameter / 2;
  const profile: [number, number][] = [];
  for (let z = 0; z < length; z += diameter * 0.2) {
    profile.push([r, z], [r * 0.86, z + diameter * 0.1]);
  }
  profile.push([r * 0.7, length], [0, length]);
  const head = screw(diameter * 1.9, 'cross', material);
  head.rotation.x = Math.PI;
  head.position.z = diameter * 0.52;
  return group(head, at(turned(profile, material, 28), 0, 0, diameter * 0.5));
}

/** A hexagonal standoff, threaded. */
export function standoff(width = 5, height = 6): THREE.Group {
  return group(
    cylinder(width / 2, height, brass(), { sides: 6, bevel: 0.3 }),
    at(cylinder(width * 0.27, 0.1, mattePlastic('#0c0c0d'), { bevel: 0, sides: 24 }), 0, 0, height),
  );
}
