import type { Rows, Sound } from '../row.ts';

function smallFile(): Sound {
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.7\n%%EOF'], { type: 'application/pdf' }), 'a.pdf');
  return { body: form };
}

export const fileRows: Rows<'uploadFile' | 'getFile'> = {
  uploadFile: { who: 'staff', arrange: smallFile },
  getFile: {
    who: 'anyone',
    async arrange({ shop, admin }) {
      const { body } = await fetch(`${shop.origin}/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}` },
        body: smallFile().body as FormData,
      }).then(async (answer) => ({ body: (await answer.json()) as { url: string } }));
      return { params: { name: body.url.replace('/files/', '') } };
    },
  },
};
