import type { Group } from 'three';

/** How the camera sees a part. Every value has a default that suits most parts. */
export interface Shot {
  /** Degrees the part is turned on the table, counter-clockwise from above; 0 shows its -y side. Default -30: its -y side looks left, to the key lamp. */
  turn?: number;
  /** Degrees the camera stands above the table. Default 30. */
  elevation?: number;
  /** Vertical angle of view in degrees; small is a long lens. Default 17. */
  lens?: number;
  /** Share of the frame the part may fill, 0 to 1. Default 0.88. */
  fill?: number;
  /** Diameter of the lens as a share of the part's radius; more blurs what is near and far. Default 0.05. */
  aperture?: number;
  /** Exposure in stops to add, for parts that are all black or all white. Default 0. */
  stops?: number;
  /** Millimetres the part hovers over the table: gives flat things a soft shadow. Default 0. */
  lift?: number;
  /** Strength of the shadow on the table, 0 to 1. Default 0.85. */
  shadow?: number;
}

/** A file in `parts/`: millimetres, z up, standing on z = 0 (the stage lowers it if not). */
export interface Part {
  build: () => Group;
  shot?: Shot;
}
