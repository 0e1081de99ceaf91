import { type KeyboardEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { useModal } from '../ui/use-modal.ts';
import { altOf } from './picture-alt.ts';

interface Props {
  name: string;
  images: readonly string[];
  /** The index of the picture that is shown. */
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/** The pictures of a part, as large as the window, and twice that. Arrow keys turn pages. Render it only while it is open. */
export function PictureViewer({ name, images, shown, onShow, onClose }: Props) {
  const dialog = useModal();
  const [isZoomed, setZoomed] = useState(false);
  const several = images.length > 1;

  const turn = (step: number) => onShow((shown + step + images.length) % images.length);

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    // In an enlarged picture they scroll.
    if (step === 0 || !several || isZoomed) return;
    event.preventDefault();
    turn(step);
  }

  return (
    <dialog
      ref={dialog}
      className="viewer"
      aria-label={`Pictures of ${name}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className="viewer-bar">
        <p role="status" className="num text-muted text-sm">
          {several && `Picture ${shown + 1} of ${images.length}`}
        </p>
        {several && (
          <>
            <Button small onClick={() => turn(-1)}>
              Previous
            </Button>
            <Button small onClick={() => turn(1)}>
              Next
            </Button>
          </>
        )}
        <Button small aria-pressed={isZoomed} onClick={() => setZoomed(!isZoomed)}>
          {isZoomed ? 'Fit to window' : 'Zoom in'}
        </Button>
        <Button kind="primary" small onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      <section aria-label="Picture" className="viewer-stage stage" tabIndex={isZoomed ? 0 : undefined}>
        <div className={isZoomed ? 'viewer-zoomed' : 'viewer-fitted'}>
          <ProductPicture
            image={images[shown]!}
            alt={altOf(name, shown, images.length)}
            sizes={isZoomed ? '200vw' : '100vw'}
            load="eager"
          />
        </div>
      </section>
    </dialog>
  );
}
