import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import type { TemplateVariable } from '../../../../../functions/manage/contracts/templates.ts';
import { lookUp } from '../../../../../shared/engine/flow/variables.ts';
import { dataIn } from '../../../draft/test-data.ts';
import { useSetting } from '../../../parts/use-setting.ts';
import { areSingleKeysOn, isWriting } from '../../../shell/shortcuts.ts';

/** What the editor shows: the source, the source and the mail, or the mail in its true size. */
export type View = keyof typeof views;

export const views = { code: 'Code', split: 'Split', mail: 'Mail' };

const byKey: readonly View[] = ['code', 'split', 'mail'];

/** In a narrow window the source and the mail stand one above the other, and the test data cover them. */
export const isNarrow = (): boolean => window.matchMedia('(max-width: 62em)').matches;

export type ViewState = ReturnType<typeof useView>;

/** Keys 1, 2 and 3 choose the view. The test data are open if a value is missing when the editor opens. */
export function useView(variables: readonly TemplateVariable[], testData: string) {
  const [view, setView] = useSetting<View>('view', isNarrow() ? 'code' : 'split');
  const [isDataOpen, setDataOpen] = useState(() => !isNarrow() && lacksValues(variables, testData));
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    const chosen = byKey[Number(key) - 1];
    if (!chosen || ctrlKey || metaKey || altKey || defaultPrevented) return;
    if (isWriting(target) || !areSingleKeysOn()) return;
    event.preventDefault();
    setView(chosen);
  });
  const showSource = () => {
    if (view === 'mail') setView('split');
    if (isNarrow()) setDataOpen(false);
  };
  return { view, setView, isDataOpen, setDataOpen, showSource };
}

function lacksValues(variables: readonly TemplateVariable[], testData: string): boolean {
  const data = dataIn(testData) ?? {};
  return variables.some(({ required, name }) => required && lookUp(data, name) == null);
}
