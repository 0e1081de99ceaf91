import type { ComponentProps } from 'react';
import type { Picture } from '../pictures.ts';

interface Props extends Omit<ComponentProps<'img'>, 'src' | 'srcSet'> {
  picture: Picture;
  alt: string;
}

/** One of the shop's own pictures, in AVIF or WebP and several widths. Other props go to the <img>. */
export function OwnPicture({ picture: { avif, webp, src }, sizes, alt, ...image }: Props) {
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img src={src} srcSet={webp} sizes={sizes} alt={alt} {...image} />
    </picture>
  );
}
