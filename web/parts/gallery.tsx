import { useState } from 'react';
import type { Product } from '#contract/products/schema.ts';
import { icon } from '../ui/icons.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { altOf } from './picture-alt.ts';
import { PictureViewer } from './picture-viewer.tsx';

const ZoomIcon = icon('M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM15.3 15.3 21 21M10.5 8v5M8 10.5h5');

/** The pictures of a part: one large, the others to choose from, and all of them in a dialog that enlarges. */
export function Gallery({ product: { name, images } }: { product: Product }) {
  const [chosen, setChosen] = useState(0);
  const [isOpen, setOpen] = useState(false);
  // A picture may have been removed meanwhile.
  const shown = Math.min(chosen, images.length - 1);
  return (
    <div className="min-w-0">
      <div
        className="stage relative rounded-box border border-base-300 p-4 sm:p-6"
        style={{ viewTransitionName: 'product-picture' }}
      >
        <ProductPicture
          image={images[shown]!}
          alt={altOf(name, shown, images.length)}
          sizes="(width >= 64rem) 480px, (width >= 48rem) 45vw, 92vw"
          load="first"
        />
        <button type="button" className="zoom-button needs-script" onClick={() => setOpen(true)}>
          <ZoomIcon className="size-4" />
          Enlarge
        </button>
      </div>
      {images.length > 1 && (
        <ul className="thumbnails" aria-label="Pictures">
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                className="thumbnail"
                aria-label={`Show picture ${index + 1} of ${images.length}`}
                aria-current={index === shown || undefined}
                onClick={() => setChosen(index)}
              >
                <ProductPicture image={image} alt="" sizes="64px" load="eager" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <PictureViewer
          name={name}
          images={images}
          shown={shown}
          onShow={setChosen}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
