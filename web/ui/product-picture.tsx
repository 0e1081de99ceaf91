import { useState } from 'react';
import type { IMAGE_WIDTHS, WIDE_IMAGE } from '#contract/images/schema.ts';

/** The widths of the shop's own image host, repeated here so that the browser does not load the schemas. The compiler compares them. */
const widths: typeof IMAGE_WIDTHS = [320, 640, 1280];
const wide: typeof WIDE_IMAGE = 1920;

interface Props {
  /** The product's picture: a path of the shop's image host, or any address. */
  image: string;
  alt: string;
  /** How wide the picture is shown, as in the sizes attribute of <img>. */
  sizes: string;
  /** 'eager' for the first screen, 'first' for the picture that is visible on every screen. */
  load?: 'first' | 'eager' | 'lazy';
}

/** On a phone only the first picture is visible at first: it must not share a slow connection with the others. */
const PRIORITY = { first: 'high', eager: 'low', lazy: 'auto' } as const;

/** A product's picture, 4:3, in AVIF or WebP and several widths where the shop's own host has them. */
export function ProductPicture({ image, alt, sizes, load = 'lazy' }: Props) {
  const [failed, setFailed] = useState({ image, times: 0 });
  const times = failed.image === image ? failed.times : 0;
  const fail = () => setFailed({ image, times: times + 1 });
  const hosted = isHosted(image);
  // A picture without an AVIF file fails once, and is then requested in its own format.
  const withAvif = hosted && times === 0;
  if (times > (hosted ? 1 : 0)) return <NoPicture alt={alt} />;

  const picture = (
    <img
      key={`${image} ${times}`}
      // An image may have failed before hydration, when there was no listener.
      ref={(element) => {
        if (element?.complete && element.naturalWidth === 0) fail();
      }}
      src={hosted ? `${image}?w=640` : image}
      srcSet={sourceSetOf(image)}
      sizes={hosted ? sizes : undefined}
      width={640}
      height={480}
      alt={alt}
      loading={load === 'lazy' ? 'lazy' : 'eager'}
      fetchPriority={PRIORITY[load]}
      decoding="async"
      onError={fail}
      className="aspect-4/3 h-auto w-full object-contain"
    />
  );
  if (!withAvif) return picture;
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sourceSet(image.replace(/\.webp$/, '.avif'))} sizes={sizes} />
      {picture}
    </picture>
  );
}

/** Returns an uploaded picture in the widths that the shop's own host has; undefined for one elsewhere. */
function sourceSetOf(image: string): string | undefined {
  return isHosted(image) ? sourceSet(image) : undefined;
}

/** The same for one that fills a window: in the width of large ones, too. */
export function wideSourceSetOf(image: string): string | undefined {
  return isHosted(image) ? `${sourceSet(image)}, ${image}?w=${wide} ${wide}w` : undefined;
}

function isHosted(image: string): boolean {
  return image.startsWith('/images/') && image.endsWith('.webp');
}

function sourceSet(path: string): string {
  return widths.map((width) => `${path}?w=${width} ${width}w`).join(', ');
}

/** A placeholder for a picture that cannot be loaded. */
function NoPicture({ alt }: { alt: string }) {
  return (
    <div role="img" aria-label={alt} className="grid aspect-4/3 w-full place-items-center text-control">
      <svg
        viewBox="0 0 48 48"
        className="w-2/5 max-w-18"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <rect x="10" y="10" width="28" height="28" rx="2" />
        <rect x="18" y="18" width="12" height="12" rx="1" strokeDasharray="2 2" />
        <path d="M16 6v4M24 6v4M32 6v4M16 38v4M24 38v4M32 38v4M6 16h4M6 24h4M6 32h4M38 16h4M38 24h4M38 32h4" />
      </svg>
    </div>
  );
}
