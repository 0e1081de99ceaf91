import { useEffect, useState } from 'react';

interface Props {
  onFiles: (files: File[]) => void;
}

/** Takes in files that are dropped anywhere on the page, and says so while they are dragged over it. */
export function DropZone({ onFiles }: Props) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    function drag(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    }
    function leave(event: DragEvent) {
      // Into another element of the page it goes on.
      if (event.relatedTarget === null) setOver(false);
    }
    function drop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer!.files]);
    }
    window.addEventListener('dragenter', drag);
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', drag);
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  return isOver ? (
    <div className="drop-overlay" aria-hidden="true">
      <p>Drop the file to add its lines</p>
      <p className="text-sm">XLSX, CSV, TSV or text. It is read in your browser.</p>
    </div>
  ) : null;
}
