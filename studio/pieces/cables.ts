import * as THREE from 'three';
import { gold, mattePlastic, rubber } from '../materials.ts';
import { at, bar, block, box, group, repeat, row } from './forms.ts';

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
