import { useEffect, useRef, useState } from 'react';

interface Props {
  film: { mp4: string; webm: string; poster: string };
  label: string;
}

/**
 * A silent film that runs by itself and in a loop, with a button to stop it. For people who ask for less motion it
 * stands still until they start it.
 */
export function Film({ film, label }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(true);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // React sets `muted` as a property only; without it browsers refuse to start by themselves.
    element.muted = true;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) element.pause();
    setPlaying(!element.paused);
  }, []);

  return (
    <div className="relative self-start">
      <video
        ref={video}
        className="aspect-16/9 w-full rounded-box bg-neutral object-cover"
        width={1280}
        height={720}
        poster={film.poster}
        aria-label={label}
        muted
        autoPlay
        loop
        playsInline
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      >
        <source src={film.webm} type="video/webm" />
        <source src={film.mp4} type="video/mp4" />
      </video>
      <button
        type="button"
        className="btn btn-sm absolute right-3 bottom-3"
        onClick={() => (playing ? video.current?.pause() : video.current?.play())}
      >
        {playing ? 'Pause' : 'Play'}
      </button>
    </div>
  );
}
