import { icon } from '../../ui/icons.tsx';

export const CartIcon = icon(
  'M3 4h2.5l2.2 10.5h10.1L20.5 7H6.2M9.5 19a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM18 19a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z',
);
