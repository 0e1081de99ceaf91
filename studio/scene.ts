import type { Group } from 'three';

export type Point = [x: number, y: number, z: number];

/** Where the camera stands, and on what it focuses; all in the scene's own millimetres. */
export interface View {
  eye: Point;
  /** The middle of the picture. */
  target: Point;
  /** What is sharp; default the target. */
  focus?: Point;
  /** Vertical angle of view in degrees. */
  lens: number;
  /** Diameter of the lens in mm; more blurs what is near and far. */
  aperture: number;
}

/**
 * A file in `scenes/` with a world of its own: opaque, in evening light, seen by a camera it places itself. The light
 * comes from where the first view looks to, a little to its right.
 */
export interface Scene {
  /** Millimetres, z up. */
  build: () => Group;
  /** `time` runs from 0 to 1 in a film and is 0 in a picture. */
  view: (time: number) => View;
  /** Shadows fall inside this sphere. */
  reach: { centre: Point; radius: number };
  /** Where the key lamp stands, seen from the middle: x right, y away from the camera, z up. Default behind on the right. */
  key?: Point;
  /** Exposure in stops to add. Default 0. */
  stops?: number;
  /** The haze begins and ends this many mm from the camera; default none. */
  haze?: [from: number, to: number];
  /** Left of the first share of the width there is only backdrop, right of the second the full picture: room for words. */
  calm?: [from: number, to: number];
}
