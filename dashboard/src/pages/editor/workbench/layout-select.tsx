import { NativeSelect } from '@mantine/core';
import type { Template } from '../../../../../functions/manage/contracts/templates.ts';
import { usePartials } from '../../../api/templates.ts';
import type { Draft } from '../../../draft/draft.ts';
import { useEditor } from '../use-editor.ts';

const none = '';

/** Chooses the layout around the template. It is not there if there is nothing to choose. */
export function LayoutSelect() {
  const { template, language } = useEditor();
  const { store, draft } = language;
  const choices = useChoices(template, draft);
  if (choices === null) return null;
  return (
    <NativeSelect
      size="xs"
      maw={200}
      aria-label="Layout"
      data={choices}
      value={draft.layout ?? none}
      onChange={({ currentTarget: { value } }) =>
        store.dispatch({ kind: 'written', changes: { layout: value === none ? null : value } })
      }
    />
  );
}

/** The layouts to choose from; null if there is no choice. Only a layout among the partials may have a layout. */
function useChoices(template: Template, { layout }: Draft) {
  const partials = usePartials();
  const layouts = partials.filter(({ id, isLayout }) => isLayout && id !== template.id);
  const mayHaveOne = template.kind === 'template' || template.isLayout;
  if (layout === null && (layouts.length === 0 || !mayHaveOne)) return null;
  const choices = layouts.map(({ id, name }) => ({ value: id, label: `In ${name}` }));
  // Also false while the layouts are read, and after the partial stopped being a layout.
  const isListed = layout === null || layouts.some(({ id }) => id === layout);
  return [
    { value: none, label: 'No layout' },
    ...choices,
    ...(isListed ? [] : [{ value: layout, label: `In ${layout}` }]),
  ];
}
