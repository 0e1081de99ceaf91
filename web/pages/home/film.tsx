import { useEffect, useRef, useState } from 'react';
import type { Picture } from '../../pictures.ts';
import { OwnPicture } from '../../ui/own-picture.tsx';

const MOTION_WELCOME = '(prefers-reduced-motion: no-preference)';

interface Props {
  film: { mp4: string; webm: string; still: Picture };
  label: string;
}

/**
 * A silent video that plays automatically in a loop, with a button to stop it. With reduced motion it
 * is not loaded until it is started. Its first frame is an image below it, because a `poster` would load before the
 * first screen.
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
    // With reduced motion no source is loaded until now.
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
