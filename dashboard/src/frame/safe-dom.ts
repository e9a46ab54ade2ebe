/**
 * The browser's own functions, saved before a mail is shown. A mail's element with the name of a function or field,
 * such as `<img name=adoptNode>`, hides that function on its document or form ("DOM clobbering"). The prototypes are
 * safe, because only a script can change them. Texts, comments and the frame's own elements cannot be clobbered.
 */

const call = Function.prototype.call;

type Method<T, Name extends keyof T> = T[Name] extends (...args: infer Args) => infer Result
  ? (self: T, ...args: Args) => Result
  : never;

function functionOf<T, Name extends keyof T>(
  { prototype }: { prototype: T },
  name: Name,
): Method<T, Name> {
  return call.bind(prototype[name] as never) as never;
}

function fieldOf<T, Name extends keyof T & string>(
  { prototype }: { prototype: T },
  name: Name,
): (self: T) => T[Name] {
  return call.bind(Object.getOwnPropertyDescriptor(prototype, name)?.get as never) as never;
}

export const adopt = functionOf(Document, 'adoptNode');
export const rootOf = fieldOf(Document, 'documentElement');
export const findAll = functionOf(Document, 'querySelectorAll');
export const walk = functionOf(Document, 'createTreeWalker');
export const create = functionOf(Document, 'createElement');
export const createRange = functionOf(Document, 'createRange');
export const focused = fieldOf(Document, 'activeElement');
export const command = functionOf(Document, 'execCommand');
export const remove = functionOf(Element, 'remove');
export const read = functionOf(Element, 'getAttribute');
export const write = functionOf(Element, 'setAttribute');
export const scroll = functionOf(Element, 'scrollIntoView');
export const closest = functionOf(Element, 'closest');
export const replace = functionOf(Node, 'replaceChild');
export const contains = functionOf(Node, 'contains');

const caretPosition = functionOf(Document, 'caretPositionFromPoint');
const caretRange = functionOf(Document, 'caretRangeFromPoint');

// Browsers have one of two functions for it.
export function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if ('caretPositionFromPoint' in Document.prototype) {
    const found = caretPosition(document, x, y);
    return found && { node: found.offsetNode, offset: found.offset };
  }
  const found = caretRange(document, x, y);
  return found && { node: found.startContainer, offset: found.startOffset };
}
