import { NativeSelect } from '@mantine/core';
import { usePartials } from '../../../api/templates.ts';
import { useEditor } from '../use-editor.ts';

const none = '';

export function LayoutSelect() {
  const { template, language } = useEditor();
  const { store, draft } = language;
  const { layout } = draft;
  const layouts = usePartials().filter(({ id, isLayout }) => isLayout && id !== template.id);
  // Of the partials, only a layout may have a layout around it.
  const mayHaveOne = template.kind === 'template' || template.isLayout;
  if (layout === null && (layouts.length === 0 || !mayHaveOne)) return null;
  const choices = layouts.map(({ id, name }) => ({ value: id, label: `Layout: ${name}` }));
  // Not listed while the layouts are read, and after the partial stopped being a layout.
  if (layout !== null && layouts.every(({ id }) => id !== layout)) {
    choices.push({ value: layout, label: `Layout: ${layout}` });
  }
  return (
    <NativeSelect
      size="xs"
      maw={200}
      aria-label="Layout"
      data={[{ value: none, label: 'No layout' }, ...choices]}
      value={layout ?? none}
      onChange={({ currentTarget: { value } }) =>
        store.dispatch({ kind: 'written', changes: { layout: value === none ? null : value } })
      }
    />
  );
}
