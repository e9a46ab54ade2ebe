import { deriveTextTemplate } from '../derive-text.ts';
import type { DerivedText } from '../program/assemble-program.ts';
import { readSourceFile } from './source-file.ts';
import { takenNames } from './taken-names.ts';
import type { PartialTemplate, TakenPartials } from './taken-partials.ts';

/** Derives a text for each taken partial without its own; one that prints raw values gets none. */
export function withDerivedTexts(text: string, taken: TakenPartials): TakenPartials {
  const partials = new Map(taken.partials);
  const names = takenNames({ html: '', text, layout: taken.layout });
  for (let id = names.pop(); id !== undefined; id = names.pop()) {
    const partial = partials.get(id);
    if (partial === undefined || partial.derivedText !== undefined) continue;
    if (partial.text === undefined) {
      partials.set(id, { ...partial, derivedText: derivedTextOf(id, partial, taken) });
    } else {
      partials.set(id, { ...partial, derivedText: null });
      names.push(...takenNames({ html: '', text: partial.text, layout: partial.layout }));
    }
  }
  return { ...taken, partials };
}

function derivedTextOf(
  id: string,
  { html }: PartialTemplate,
  { partials }: TakenPartials,
): DerivedText | null {
  if (readSourceFile(id, html).isLayout) return null;
  const derived = deriveTextTemplate(html, { partials, id });
  return derived !== null && isBalanced(derived) ? derived : null;
}

/** Whether each section ends in the text: otherwise it would end in the text around it. */
function isBalanced(derived: DerivedText): boolean {
  const open: string[] = [];
  for (const piece of derived) {
    if (typeof piece !== 'object') continue;
    if (piece.kind === 'section') open.push(piece.name);
    if (piece.kind === 'close' && open.pop() !== piece.name) return false;
  }
  return open.length === 0;
}
