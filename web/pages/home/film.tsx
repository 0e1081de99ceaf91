import { useEffect, useRef, useState } from 'react';
import type { Picture } from '../../pictures.ts';
import { OwnPicture } from '../../ui/own-picture.tsx';

const MOTION_WELCOME = '(prefers-reduced-motion: no-preference)';

interface Props {
  film: { mp4: string; webm: string; still: Picture };
  label: string;
}

/**
 * A silent film that runs by itself and in a loop, with a button to stop it. For people who ask for less motion it
 * is not even loaded until they start it. Below it lies its first frame, which a `poster` would load before what is on the
 * first screenful.
 */
export function Film({ film, label }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(true);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    setPlaying(!element.paused);
  }, []);

  function toggle() {
    const element = video.current;
    if (!element) return;
    if (playing) return element.pause();
    // For a person who wants less motion no source was loaded until now.
    if (!element.currentSrc) element.src = film.mp4;
    element.play();
  }

  return (
    <div className="relative self-start overflow-hidden rounded-box bg-neutral">
      <OwnPicture
        picture={film.still}
        alt=""
        width={1280}
        height={720}
        loading="lazy"
        className="absolute inset-0 size-full object-cover"
      />
      <video
        ref={video}
        className="relative aspect-16/9 w-full object-cover"
        width={1280}
        height={720}
        aria-label={label}
        muted
        autoPlay
        loop
        playsInline
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      >
        <source src={film.webm} type="video/webm" media={MOTION_WELCOME} />
        <source src={film.mp4} type="video/mp4" media={MOTION_WELCOME} />
      </video>
      <button type="button" className="btn btn-sm absolute right-3 bottom-3" onClick={toggle}>
        {playing ? 'Pause' : 'Play'}
      </button>
    </div>
  );
}
