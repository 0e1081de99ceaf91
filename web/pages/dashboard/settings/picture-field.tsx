import { useState } from 'react';
import { BANNER_PICTURES } from '#contract/settings/schema.ts';
import { banners as ownBanners } from '../../../pictures.ts';
import { ownScreenshots, screenshotUrl } from '../../../pictures-of-projects.ts';
import type { ControlProps } from '../../../ui/field.tsx';
import { IMAGE_TYPES } from '../../../ui/image-types.ts';
import { Options } from '../../../ui/select-field.tsx';
import { useImageUpload } from '../product-form/upload-image.ts';

interface Props {
  /** Which pictures come with the shop: those of banners, or the portfolio's screenshots. */
  kind: 'banner' | 'screenshot';
  control: ControlProps & { name: string };
  /** The name of an own picture, or the address of an uploaded one. */
  picture: string;
  onChange: (picture: string) => void;
}

const OWN = {
  banner: { names: BANNER_PICTURES as readonly string[], words: (name: string) => `Picture ‘${name}’` },
  screenshot: { names: ownScreenshots as readonly string[], words: (name: string) => `File ${name}` },
};

/** Chooses one of the shop's own pictures, or uploads one, and shows it. */
export function PictureField({ kind, control, picture, onChange }: Props) {
  const [problem, setProblem] = useState<string>();
  const upload = useImageUpload({
    isWide: kind === 'banner',
    onUploaded: onChange,
    onSessionEnded: () =>
      setProblem('Your session has ended. Log in in another tab, then choose the file again.'),
  });
  const { names, words } = OWN[kind];
  const isOwn = names.includes(picture);
  const src =
    kind === 'banner' && isOwn ? ownBanners[picture as keyof typeof ownBanners].src : screenshotUrl(picture);
  return (
    <div className="flex flex-wrap items-center gap-4">
      {src && <img src={src} alt="The chosen one" width={160} height={80} className="settings-picture" />}
      <div className="settings-picture-fields">
        <select
          {...control}
          value={picture}
          onChange={({ target }) => onChange(target.value)}
          className="select max-w-sm"
        >
          {!isOwn && <option value={picture}>{picture ? 'Uploaded picture' : 'Choose a picture'}</option>}
          <Options of={names.map((name) => [name, words(name)])} />
        </select>
        <input
          type="file"
          accept={IMAGE_TYPES}
          aria-label="Upload another picture"
          className="file-input max-w-sm"
          onChange={({ target }) => {
            const file = target.files?.[0];
            setProblem(undefined);
            if (file) upload.mutate(file);
          }}
        />
        <p role="status" className={`text-sm empty:hidden ${upload.isPending ? 'text-muted' : 'text-error'}`}>
          {upload.isPending ? 'Uploading…' : (problem ?? upload.error?.message)}
        </p>
      </div>
    </div>
  );
}
