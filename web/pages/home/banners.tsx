import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Banner } from '#contract/settings/schema.ts';
import { banners as own, type Picture } from '../../pictures.ts';
import { OwnPicture } from '../../ui/own-picture.tsx';
import { wideSourceSetOf } from '../../ui/product-picture.tsx';

/** Three banners side by side in a track that scrolls: by finger, by keyboard, or with the jump buttons 1, 2 and 3. */
export function Banners({ banners }: { banners: Banner[] }) {
  const track = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);

  function jumpTo(index: number) {
    const element = track.current;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    element?.scrollTo({ left: index * element.clientWidth, behavior: calm ? 'auto' : 'smooth' });
    setShown(index);
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Highlights"
      className="bg-neutral text-neutral-content"
    >
      <div className="relative">
        <ul
          ref={track}
          className="banner-track"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
            // Only where the track stops: a jump from 1 to 3 must not highlight 2.
            const place = scrollLeft / clientWidth;
            if (Math.abs(place - Math.round(place)) < 0.01) setShown(Math.round(place));
          }}
        >
          {banners.map((banner, index) => (
            <Slide
              // biome-ignore lint/suspicious/noArrayIndexKey: a banner has no other name, and keeps its place
              key={index}
              banner={banner}
              index={index}
              of={banners.length}
              shown={index === shown}
            />
          ))}
        </ul>
        <div className="banner-jumps wrap">
          <fieldset className="flex gap-2">
            <legend className="sr-only">Jump to a banner</legend>
            {banners.map((_, index) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: the button is named by its place
                key={index}
                type="button"
                className="banner-jump num"
                aria-current={index === shown}
                onClick={() => jumpTo(index)}
              >
                {index + 1}
              </button>
            ))}
          </fieldset>
        </div>
      </div>
    </section>
  );
}

interface SlideProps {
  banner: Banner;
  index: number;
  of: number;
  shown: boolean;
}

function Slide({ banner, index, of, shown }: SlideProps) {
  const Heading = index === 0 ? 'h1' : 'h2';
  return (
    <li
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${of}`}
      // A hidden banner must not be reachable by keyboard.
      inert={!shown}
      className="banner"
    >
      <BannerPicture banner={banner} isFirst={index === 0} />
      <div className="banner-words wrap">
        <Heading className="banner-title">{banner.title}</Heading>
        <p className="mt-3 max-w-[46ch] text-pretty">{banner.text}</p>
        <Link to={banner.link.to} className="btn banner-button mt-5">
          {banner.link.label}
        </Link>
      </div>
    </li>
  );
}

/** The picture of a banner: one that came with the shop, or an uploaded one in the widths that the image host keeps. */
function BannerPicture({ banner, isFirst }: { banner: Banner; isFirst: boolean }) {
  const { picture, alt } = banner;
  const image = {
    alt,
    width: 1920,
    height: 800,
    className: 'banner-picture',
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
