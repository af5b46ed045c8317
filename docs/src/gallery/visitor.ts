/** Waits at most this long for an element, in milliseconds. */
const PATIENCE_MS = 15_000;

/** Uses a component of the gallery like a person, so that it reaches a state that only its use can lead to. */
export interface Visitor {
  /** Returns the first element that matches, as soon as there is one. */
  see(selector: string): Promise<HTMLElement>;
  /** Enters values by the names of their inputs. */
  fill(values: Readonly<Record<string, string>>): Promise<void>;
  /** Presses a button or ticks a box. Default: the button that sends the form. */
  press(selector?: string): Promise<void>;
  /** Chooses a file in the first file input. */
  choose(file: File): Promise<void>;
}

/** @param root the tree that contains the component */
export function createVisitor(root: ShadowRoot): Visitor {
  const see = <Found extends HTMLElement>(selector: string): Promise<Found> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const element = root.querySelector<Found>(selector);
        if (!element) return;
        stop();
        resolve(element);
      };
      const observer = new MutationObserver(look);
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`The gallery waited in vain for ${selector}.`));
      }, PATIENCE_MS);
      const stop = (): void => {
        clearTimeout(timer);
        observer.disconnect();
      };
      observer.observe(root, { subtree: true, childList: true, attributes: true });
      look();
    });
  return {
    see,
    async fill(values) {
      for (const [name, value] of Object.entries(values)) {
        const input = await see<HTMLInputElement>(`[name="${name}"]`);
        input.value = value;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    },
    async press(selector = 'form.portico-form [type=submit]') {
      (await see(selector)).click();
    },
    async choose(file) {
      const input = await see<HTMLInputElement>('input[type=file]');
      const transfer = new DataTransfer();
      transfer.items.add(file);
      input.files = transfer.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
  };
}
