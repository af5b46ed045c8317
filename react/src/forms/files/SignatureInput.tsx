import { useEffect, useRef, useState } from 'react';
import type SignaturePad from 'signature_pad';
import { isRequired } from '../field-props.ts';
import { type FieldProps, useFormContext } from '../form-context.ts';
import type { FileRules } from '../view/field-view.ts';
import { acceptOf } from './file-types.ts';
import { UploadList } from './UploadList.tsx';
import { useFieldUploads } from './use-uploads.ts';

const WIDTH = 600;
const HEIGHT = 180;

/**
 * A signature as an image: drawn, typed (for people who cannot draw), or uploaded from a file. Without JavaScript, only
 * the upload works.
 */
export function SignatureInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const rules = field.files as FileRules;
  const uploads = useFieldUploads(path, form, { ...form, rules, initial: value });
  const { texts, live, idOf } = form;
  const isSigned = uploads.items.length > 0;
  const helpId = `${idOf(path)}-rules`;
  return (
    <div className="portico-files">
      <p className="portico-help" id={helpId}>
        {live ? texts.forms.signatureHelp : texts.forms.signatureFile}
      </p>
      {live && form.upload && !isSigned && !field.readOnly && (
        <Pad label={field.label} onSigned={(file) => uploads.add([file])} />
      )}
      {(!live || rules.mayUpload) && !isSigned && (
        <label className="portico-file-button">
          <span>{texts.forms.chooseFiles(1)}</span>
          <input
            type="file"
            name={live ? undefined : path}
            accept={acceptOf(rules.formats)}
            required={isRequired(form, { field, path }) && !live}
            aria-describedby={helpId}
            onChange={live ? (event) => uploads.add(event.currentTarget.files ?? []) : undefined}
          />
        </label>
      )}
      <UploadList path={path} uploads={uploads} label={field.label} />
    </div>
  );
}

/** A drawing area and a text input. The drawing library is loaded when the component mounts. */
function Pad({ label, onSigned }: { label: string; onSigned: (file: File) => void }) {
  const { texts } = useFormContext();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const [name, setName] = useState('');
  const [isEmpty, setEmpty] = useState(true);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let isUnmounted = false;
    import('signature_pad').then(
      ({ default: Pad }) => {
        if (isUnmounted) return;
        pad.current = new Pad(element, { penColor: INK_COLOR, backgroundColor: PAPER_COLOR, minWidth: 1, maxWidth: 3 });
        pad.current.addEventListener('endStroke', () => setEmpty(false));
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
      pad.current?.off();
    };
  }, []);

  function clear(): void {
    pad.current?.clear();
    setEmpty(true);
    setName('');
  }
  function write(text: string): void {
    setName(text);
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    pad.current?.clear();
    context.fillStyle = PAPER_COLOR;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.fillStyle = INK_COLOR;
    context.font = `italic 48px "Segoe Script", "Bradley Hand", cursive`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(text, WIDTH / 2, HEIGHT / 2, WIDTH - 40);
    setEmpty(text.trim() === '');
  }
  function acceptSignature(): void {
    canvas.current?.toBlob((blob) => {
      if (blob) onSigned(new File([blob], 'signature.png', { type: 'image/png' }));
    }, 'image/png');
  }

  return (
    <div className="portico-signature">
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={`${label}: ${texts.forms.signatureArea}`}
      />
      <label className="portico-part-label">
        {texts.forms.signatureType}
        <input
          className="portico-input"
          value={name}
          maxLength={100}
          onInput={(event) => write(event.currentTarget.value)}
        />
      </label>
      <div className="portico-upload-actions">
        <button
          type="button"
          className="portico-button-quiet"
          aria-disabled={isEmpty}
          onClick={() => !isEmpty && acceptSignature()}
        >
          {texts.forms.signatureAccept}
        </button>
        <button type="button" className="portico-button-quiet" onClick={clear}>
          {texts.forms.clear}
        </button>
      </div>
    </div>
  );
}

/** The image includes a white background, because it is shown on backgrounds of any color. */
const INK_COLOR = '#12213f';
const PAPER_COLOR = '#ffffff';
