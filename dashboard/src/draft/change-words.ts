import { contentPartNames, partRows } from '../../../shared/engine/template-parts.ts';
import { counted } from '../parts/counted.ts';
import { type Draft, differingLanguages, differingParts } from './draft.ts';

/** A sentence for each part that changes, such as `Subject: “Hi” becomes “Hello”`. */
export function changeWords(before: Draft, after: Draft): string[] {
  return differingParts(before, after).flatMap((part) => {
    const { label, lack = '', isLine } = partRows[part];
    if (part === 'languages') return languageWords(before, after);
    const [old, now] = [before[part], after[part]];
    if (isLine) {
      const [was, is] = [old, now].map((value) => lineOf(value) || lack || '(empty)');
      return `${label}: “${was}” becomes “${is}”`;
    }
    if (typeof old === 'string' && typeof now === 'string') return `${label}: ${lines(old, now)}`;
    if (old === null) return `${label}: added`;
    return now === null ? `${label}: removed` : `${label}: changed`;
  });
}

const lineOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

function languageWords(before: Draft, after: Draft): string[] {
  return differingLanguages(before, after).map((tag) => {
    const [old, now] = [before.languages[tag], after.languages[tag]];
    if (!old) return `Language ${tag}: added`;
    if (!now) return `Language ${tag}: removed`;
    const parts = contentPartNames.filter((part) => old[part] !== now[part]);
    return `Language ${tag}: ${parts.map((part) => partRows[part].label).join(', ')} changed`;
  });
}

/** `2 lines added, 1 removed`. A line that only moved counts as neither. */
function lines(before: string, after: string): string {
  const counts = new Map<string, number>();
  const count = (text: string, by: number) => {
    for (const line of text.split(/\r\n?|\n/)) counts.set(line, (counts.get(line) ?? 0) + by);
  };
  count(after, 1);
  count(before, -1);
  const changes = [...counts.values()];
  const sum = (sign: number) => changes.reduce((all, each) => all + Math.max(0, sign * each), 0);
  const [added, removed] = [sum(1), sum(-1)];
  if (added === 0 && removed === 0) return 'line ends or the order of lines changed';
  if (added === removed) return `${counted(added, 'line')} changed`;
  return `${counted(added, 'line')} added, ${removed} removed`;
}

/** One sentence, with the layouts and the other languages that differ. */
export function differenceWords(before: Draft, after: Draft): string {
  const names = differingParts(before, after).map((part) => {
    if (part === 'layout') {
      return `Layout (${before.layout ?? 'none'} and ${after.layout ?? 'none'})`;
    }
    const { label } = partRows[part];
    if (part !== 'languages') return label;
    return `${label} (${differingLanguages(before, after).join(', ')})`;
  });
  return names.length === 0 ? 'The two are the same.' : `Different: ${names.join(', ')}.`;
}

/** Null for the template's own language, unless the mail differs in other languages alone. */
export function languageToShow(before: Draft, after: Draft): string | null {
  const own = [...contentPartNames, 'layout', 'language', 'testData'] as const;
  if (own.some((part) => differingParts(before, after).includes(part))) return null;
  return differingLanguages(before, after)[0] ?? null;
}
