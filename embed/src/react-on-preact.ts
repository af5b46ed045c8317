/**
 * Implements the functions of React that the first chunk of an embed uses, on Preact. `vite.config.ts` resolves `react`
 * and `react-dom/client` to this module.
 */
import { type ComponentChild, options, render, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export { createContext, createElement, Fragment } from 'preact';
export { useCallback, useContext, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';

export function useSyncExternalStore<Snapshot>(
  subscribe: (notify: () => void) => () => void,
  getSnapshot: () => Snapshot,
): Snapshot {
  const [, update] = useState({});
  useEffect(() => subscribe(() => update({})), [subscribe]);
  return getSnapshot();
}

/** The part of a React root that embeds use. */
export const createRoot = (container: Element) => ({
  render: (node: ComponentChild) => render(node, container),
  unmount: () => render(null, container),
});

const previousVnodeHook = options.vnode;

/** Renames the events that bubble in React but not in the DOM, and selects the initial option of a dropdown. */
options.vnode = (node: VNode<Record<string, unknown>>): void => {
  const { type, props } = node;
  if (typeof type === 'string') {
    rename(props, 'onFocus', 'onfocusin');
    rename(props, 'onBlur', 'onfocusout');
    if (type === 'select' && 'defaultValue' in props) {
      for (const option of [props.children].flat(2) as VNode<Record<string, unknown>>[]) {
        option.props.selected = option.props.value === props.defaultValue;
      }
      delete props.defaultValue;
    }
  }
  previousVnodeHook?.(node);
};

function rename(props: Record<string, unknown>, from: string, to: string): void {
  if (!(from in props)) return;
  props[to] = props[from];
  delete props[from];
}

const previousEventHook = options.event;

options.event = (event) => Object.assign(previousEventHook?.(event) ?? event, { nativeEvent: event });
