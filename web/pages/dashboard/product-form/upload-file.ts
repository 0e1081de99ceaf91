import { useEffect, useRef, useState } from 'react';
import { type Attachment, FILE_MAX_BYTES } from '#contract/files/schema.ts';
import { statusOf } from '../../../api-problem.ts';
import { fetchWithProgress } from '../../../fetch-with-progress.ts';
import { callAsUser } from '../../../user-calls.ts';

/** An upload that goes on, or that has failed and says why. */
export interface OpenUpload {
  id: number;
  name: string;
  /** From 0 to 1. */
  fraction: number;
  problem?: string;
}

interface Options {
  attachments: Attachment[];
  /** The most attachments. */
  most: number;
  onChange: (attachments: Attachment[]) => void;
  onSessionEnded: () => void;
}

/** Uploads files one after the other, and adds each to the attachments as it arrives. */
export function useFileUploads({ attachments, most, onChange, onSessionEnded }: Options) {
  const [open, setOpen] = useState<OpenUpload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const last = useRef<Promise<void>>(Promise.resolve());
  const ids = useRef(0);
  /** Uploads end later than the render that began them. */
  const latest = useRef({ attachments, onChange, onSessionEnded });
  useEffect(() => {
    latest.current = { attachments, onChange, onSessionEnded };
  });
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const one of all.values()) one.abort();
    };
  }, []);

  const set = (id: number, news: Partial<OpenUpload>) =>
    setOpen((before) => before.map((one) => (one.id === id ? { ...one, ...news } : one)));

  /** Removes an upload from the list, and ends it if it goes on. */
  function end(id: number) {
    running.current.get(id)?.abort();
    running.current.delete(id);
    setOpen((before) => before.filter((one) => one.id !== id));
  }

  async function upload(id: number, file: File) {
    const ending = running.current.get(id);
    if (!ending) return;
    try {
      if (latest.current.attachments.length >= most) throw new Error(`A part has ${most} files at most.`);
      if (file.size > FILE_MAX_BYTES) throw new Error(`A file is ${FILE_MAX_BYTES / 1024 ** 2} MB at most.`);
      const body = new FormData();
      body.append('file', file);
      const fetch = fetchWithProgress((fraction) => set(id, { fraction }));
      const { url, bytes } = await callAsUser('uploadFile', { body }, { signal: ending.signal, fetch });
      const added = [...latest.current.attachments, { ...guess(file.name), url, bytes }];
      latest.current.attachments = added;
      latest.current.onChange(added);
      end(id);
    } catch (error) {
      if (ending.signal.aborted) return;
      running.current.delete(id);
      set(id, { problem: (error as Error).message });
      if (statusOf(error) === 401) latest.current.onSessionEnded();
    }
  }

  return {
    open,
    end,
    add(files: File[]) {
      for (const file of files) {
        ids.current += 1;
        const id = ids.current;
        running.current.set(id, new AbortController());
        setOpen((before) => [...before, { id, name: file.name, fraction: 0 }]);
        last.current = last.current.then(() => upload(id, file));
      }
    },
  };
}

/** What a file is, by its name. */
function guess(fileName: string): Pick<Attachment, 'kind' | 'name'> {
  const name =
    fileName
      .replace(/\.pdf$/i, '')
      .slice(0, 100)
      .trim() || 'Datasheet';
  const isCertificate = /cert|declaration|conformity|rohs|reach/i.test(name);
  return { kind: isCertificate ? 'certificate' : 'datasheet', name };
}
