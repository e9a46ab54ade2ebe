import { contentName, readSourceFile } from './source-file.ts';
import type { PartialTemplate } from './taken-partials.ts';

/** The ids of the partials and the layout that a template names itself, each once. */
export function takenNames({ html, text = '', layout }: PartialTemplate): string[] {
  const tags = [html, text].flatMap((source) => readSourceFile(null, source).tags);
  const names = tags.flatMap(({ reading }) =>
    'kind' in reading && reading.kind === 'partial' ? reading.name : [],
  );
  const all = new Set(layout === undefined ? names : [layout, ...names]);
  all.delete(contentName);
  return [...all];
}
