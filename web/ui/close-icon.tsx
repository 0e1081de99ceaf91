import { icon } from './icons.tsx';

export const CloseIcon = icon('M6 6l12 12M18 6 6 18');
