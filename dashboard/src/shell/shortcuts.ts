const isApple = /mac|iphone|ipad/i.test(navigator.platform);

export const commandKey = isApple ? '⌘' : 'Ctrl';

// Those of a single key work only outside of a field.
export const shortcuts = [
  { keys: [commandKey, 'K'], does: 'Go to a page, a template or a message', isSingle: false },
  { keys: [commandKey, 'S'], does: 'Save the draft', isSingle: false },
  { keys: [commandKey, 'Z'], does: 'Undo in the source and in the flow', isSingle: false },
  { keys: [commandKey, 'F'], does: 'Find in the source, with the cursor in it', isSingle: false },
  { keys: ['1', '2', '3'], does: 'Show the code, both, or the mail', isSingle: true },
  {
    keys: ['g', 't'],
    does: 'Go to the templates; the palette shows the letter of each page',
    isSingle: true,
  },
  {
    keys: ['n'],
    does: 'New template, key, webhook or suppressed address, on its page',
    isSingle: true,
  },
  { keys: ['j', 'k'], does: 'Next or previous row of a list', isSingle: true },
  { keys: ['/'], does: 'Go to the search of the page', isSingle: true },
  { keys: ['?'], does: 'Show these keys', isSingle: true },
] as const;

const offKey = 'postrider-single-keys';

// A person who speaks to the browser can switch them off: WCAG 2.1.4.
export const areSingleKeysOn = (): boolean => localStorage.getItem(offKey) !== 'off';

export function switchSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(offKey);
  else localStorage.setItem(offKey, 'off');
}

export const searchField = (): HTMLInputElement | null =>
  document.querySelector(
    '#page input[type="search"], #page [role="searchbox"], #page [data-search]',
  );

// A radio button and a check box keep the focus after a click, and take no text.
const fields =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, dialog, [role="dialog"], [role="menu"]';

export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest(fields) !== null)
  );
}
