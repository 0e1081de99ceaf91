import type { Banner } from '#contract/settings.ts';
import { banners as own, type Picture } from '../../pictures.ts';
import { OwnPicture } from '../../ui/own-picture.tsx';
import { wideSourceSetOf } from '../../ui/product-picture.tsx';

/** The picture of a banner: one that came with the shop, or an uploaded one in the widths that the image host keeps. */
export function BannerPicture({ banner, isFirst }: { banner: Banner; isFirst: boolean }) {
  const { picture, alt } = banner;
  const image = {
    ...{ alt, width: 1920, height: 800, className: 'banner-picture' },
    loading: isFirst ? 'eager' : 'lazy',
    fetchPriority: isFirst ? 'high' : 'auto',
  } as const;
  const known = Object.hasOwn(own, picture) ? (own as Record<string, Picture>)[picture] : undefined;
  if (known) return <OwnPicture picture={known} sizes="100vw" {...image} />;
  // Inside <picture>, whose shade keeps the words legible.
  return (
    <picture>
      <img src={picture} srcSet={wideSourceSetOf(picture)} sizes="100vw" {...image} alt={alt} />
    </picture>
  );
}
