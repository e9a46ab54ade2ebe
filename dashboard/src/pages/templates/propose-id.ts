import { maxNameCharacters } from '../../../../shared/engine/limits.ts';
import { isId } from '../../../../shared/id.ts';

// The same limit as in `isId`.
const maxIdCharacters = 64;

/** "Order confirmation" becomes `order-confirmation`. */
export function idFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-');
  const id = plain.slice(0, maxIdCharacters).replace(/^-+|-+$/g, '');
  return id === '' ? 'template' : id;
}

export function idProblem(id: string): string | null {
  if (isId(id)) return null;
  if (id.length > maxIdCharacters) return `An id has at most ${maxIdCharacters} characters`;
  return 'Use letters, digits, hyphens and underscores, and begin with a letter or digit';
}

/** "Receipt copy" and `receipt-copy`. */
export function copyOf({ id, name }: { id: string; name: string }): { id: string; name: string } {
  const [ofId, ofName] = ['-copy', ' copy'];
  const begin = [...name].slice(0, maxNameCharacters - ofName.length).join('');
  return { id: id.slice(0, maxIdCharacters - ofId.length) + ofId, name: begin + ofName };
}
