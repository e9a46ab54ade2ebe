import type { MouseEvent } from 'react';

/**
 * Clicks the link of a row for somebody who clicked anywhere in the row, with the same keys held down: with Ctrl the
 * browser opens another tab. Does nothing if the click ended a selection or hit a control.
 */
export function openRow({
  nativeEvent,
  target,
  currentTarget: row,
}: MouseEvent<HTMLElement>): void {
  // A dialog or a menu that a row has opened is outside of the row, but its clicks bubble to the row.
  if (!(target instanceof Element) || !row.contains(target) || target.closest('a, button')) return;
  if (window.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey, altKey } = nativeEvent;
  const keys = { ctrlKey, metaKey, shiftKey, altKey };
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, ...keys });
  row.querySelector('a')?.dispatchEvent(click);
}
