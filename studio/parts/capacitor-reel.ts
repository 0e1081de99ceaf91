import type * as THREE from 'three';
import { ceramicCapacitor } from '../pieces/passives.ts';
import { reels } from './resistor-reel.ts';

export { shot } from './resistor-reel.ts';

export const build = (): THREE.Group => reels(ceramicCapacitor('1206'));
