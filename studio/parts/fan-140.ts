import type * as THREE from 'three';
import { standingFan } from './fan-120-pwm.ts';

export { shot } from './fan-120-pwm.ts';

export const build = (): THREE.Group =>
  standingFan(140, { depth: 25, blades: 9, words: ['Northbridge', 'PWM'], rating: 'DC 12 V' });
