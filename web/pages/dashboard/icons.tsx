import { icon } from '../../ui/icons.tsx';

export const TrashIcon = icon('M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5');
export const PencilIcon = icon('m4 20 1-4L16 5l3 3L8 19l-4 1ZM14 7l3 3');
