import { Button, NativeSelect, Popover, Stack, Text } from '@mantine/core';
import type { Template } from '../../../../../functions/manage/contracts/templates.ts';
import { usePartials } from '../../../api/templates.ts';
import { PageLink } from '../../../parts/name.tsx';
import { useEditor } from '../use-editor.ts';

export function UsedBy({ usedBy }: Pick<Template, 'usedBy'>) {
  return (
    <Popover position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" color="gray">
          Used by {usedBy.length}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Used by" mah="60dvh" style={{ overflowY: 'auto' }}>
        <Stack gap={6}>
          <Text size="sm">
            {usedBy.length === 0
              ? 'No template takes this partial yet.'
              : 'A publish of this partial also publishes these again:'}
          </Text>
          {usedBy.map(({ id, name }) => (
            <PageLink key={id} to={`/templates/${id}`}>
              {name}
            </PageLink>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

export function WithinSelect() {
  const { template, within, setWithin } = useEditor();
  return (
    <NativeSelect
      size="xs"
      w={140}
      aria-label="Preview within"
      data={[
        { value: '', label: 'Alone' },
        ...template.usedBy.map(({ id, name }) => ({ value: id, label: `Within ${name}` })),
      ]}
      value={within ?? ''}
      onChange={({ currentTarget: { value } }) => setWithin(value || null)}
    />
  );
}

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
      data={[{ value: '', label: 'No layout' }, ...choices]}
      value={layout ?? ''}
      onChange={({ currentTarget: { value } }) =>
        store.dispatch({ kind: 'written', changes: { layout: value || null } })
      }
    />
  );
}
