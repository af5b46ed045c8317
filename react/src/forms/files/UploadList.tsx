import { useFormContext } from '../form-context.ts';
import { fileName } from '../values/names.ts';
import type { UploadItem, Uploads } from './use-uploads.ts';

/** Lists the files of a field with their progress and actions. */
export function UploadList({ path, uploads, label }: { path: string; uploads: Uploads; label: string }) {
  const { texts, live } = useFormContext();
  const { forms } = texts;
  const done = uploads.items.filter(({ state }) => state === 'done').length;
  return (
    <>
      {uploads.items.length > 0 && (
        <ul className="portico-uploads" aria-label={forms.filesIn(label)}>
          {uploads.items.map((item) => (
            <li key={item.key} className="portico-upload" data-state={item.state}>
              <bdi className="portico-upload-name">{item.name}</bdi>
              <Progress item={item} />
              {/* Without JavaScript, this input submits the file again. Otherwise, `useFieldUploads` does. */}
              {!live && <input type="hidden" name={fileName(path)} value={JSON.stringify(item.value)} />}
              {live && (
                <span className="portico-upload-actions">
                  {item.state === 'failed' && (
                    <button type="button" className="portico-button-quiet" onClick={() => uploads.retry(item.key)}>
                      {forms.retry}
                      <span className="portico-unseen"> {item.name}</span>
                    </button>
                  )}
                  <button type="button" className="portico-button-quiet" onClick={() => uploads.remove(item.key)}>
                    {item.state === 'uploading' ? forms.cancel : forms.remove}
                    <span className="portico-unseen"> {item.name}</span>
                  </button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="portico-unseen" role="status">
        {live && uploads.items.length > 0 ? forms.uploaded(done, uploads.items.length) : ''}
      </p>
    </>
  );
}

function Progress({ item }: { item: UploadItem }) {
  const { texts } = useFormContext();
  switch (item.state) {
    case 'uploading':
      return <progress max={1} value={item.progress} aria-label={texts.forms.uploading(item.name)} />;
    case 'done':
      return <span className="portico-upload-state">{texts.forms.fileDone}</span>;
    default:
      return (
        <span className="portico-upload-problem" role="alert">
          {item.problem}
        </span>
      );
  }
}
