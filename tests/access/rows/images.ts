import sharp from 'sharp';
import type { Rows, Sound } from '../row.ts';

export async function smallPicture(): Promise<Sound> {
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png');
  return { body: form };
}

export const imageRows: Rows<'uploadImage' | 'getImage'> = {
  uploadImage: { who: 'staff', arrange: smallPicture },
  getImage: { who: 'anyone', arrange: () => ({ params: { name: 'fan-120-pwm.webp' } }) },
};
