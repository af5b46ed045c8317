import { Hidden } from './Field.tsx';
import type { FormControl } from './form-control.ts';

interface ButtonFormProps {
  readonly control: FormControl;
  /** Sent with the form. */
  readonly values?: Readonly<Record<string, string>>;
  readonly className: string;
  readonly text: string;
  /** The accessible name of the button, if the text alone is ambiguous. */
  readonly label?: string;
}

/** A form that consists of one button. */
export function ButtonForm({ control, values = {}, className, text, label }: ButtonFormProps) {
  const { action, request, intent, pending, onSubmit } = control;
  return (
    <form
      method="post"
      action={action}
      onSubmit={
        onSubmit &&
        ((event) => {
          event.preventDefault();
          if (!pending) onSubmit(new FormData(event.currentTarget));
        })
      }
    >
      <Hidden values={{ request, intent, ...values }} />
      <button className={className} type="submit" aria-label={label} aria-disabled={pending || undefined}>
        {text}
      </button>
    </form>
  );
}
