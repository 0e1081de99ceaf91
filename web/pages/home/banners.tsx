import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Banner, banners } from '#content/home.ts';
import { banners as pictures } from '../../pictures.ts';
import { OwnPicture } from '../../ui/own-picture.tsx';

/** Three banners side by side in a track that scrolls: by finger, by keyboard, or with the jump buttons 1, 2 and 3. */
export function Banners() {
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
      <div className="relative mx-auto max-w-[120rem]">
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
            <Slide key={banner.picture} banner={banner} index={index} shown={index === shown} />
          ))}
        </ul>
        <div className="banner-jumps wrap">
          <fieldset className="flex gap-2">
            <legend className="sr-only">Jump to a banner</legend>
            {banners.map((banner, index) => (
              <button
                key={banner.picture}
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

function Slide({ banner, index, shown }: { banner: Banner; index: number; shown: boolean }) {
  const Heading = index === 0 ? 'h1' : 'h2';
  return (
    <li
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${banners.length}`}
      // A hidden banner must not be reachable by keyboard.
      inert={!shown}
      className="banner"
    >
      <OwnPicture
        picture={pictures[banner.picture]}
        sizes="100vw"
        width={1920}
        height={800}
        alt={banner.alt}
        loading={index === 0 ? 'eager' : 'lazy'}
        fetchPriority={index === 0 ? 'high' : 'auto'}
        className="banner-picture"
      />
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
