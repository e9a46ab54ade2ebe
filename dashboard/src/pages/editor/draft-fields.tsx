import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { usePartials } from '../../api/templates.ts';
import type { Draft } from '../../draft/draft.ts';
import type { WrittenDraft } from '../../draft/draft-in-language.ts';
import type { DraftProblem } from '../../draft/draft-problems.ts';
import type { PartHandles } from './use-jump.ts';

interface DraftFieldsProps {
  template: Template;
  store: WrittenDraft;
  draft: Draft;
  problems: readonly DraftProblem[];
  handles: PartHandles;
}

/** The template's name, the subject of its mails and the layout around them. A partial has no subject. */
export function DraftFields({ template, store, draft, problems, handles }: DraftFieldsProps) {
  const isPartial = template.kind === 'partial';
  const propsOf = (part: 'name' | 'subject') => ({
    ref: handles[part],
    value: draft[part],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      store.dispatch({ kind: 'written', changes: { [part]: event.currentTarget.value } }),
    error: problems.find((each) => each.part === part && each.severity === 'error')?.detail,
  });
  const layout = useLayoutChoice(template, draft);
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 1 + Number(!isPartial) + Number(layout !== null) }}
      spacing="md"
      verticalSpacing="sm"
    >
      <TextInput label="Name" {...propsOf('name')} />
      {!isPartial && (
        <TextInput
          label="Subject"
          placeholder="From the variable “subject”"
          {...propsOf('subject')}
        />
      )}
      {layout && (
        <NativeSelect
          label="Layout"
          data={layout}
          value={draft.layout ?? noLayout}
          onChange={({ currentTarget: { value } }) =>
            store.dispatch({
              kind: 'written',
              changes: { layout: value === noLayout ? null : value },
            })
          }
        />
      )}
    </SimpleGrid>
  );
}

/** No id is empty. */
const noLayout = '';

/**
 * The layouts to choose from; null if there is nothing to choose. Only a partial that is itself a layout may have a
 * layout around it.
 */
function useLayoutChoice(template: Template, { layout }: Draft) {
  const partials = usePartials();
  const layouts = partials.filter(({ id, isLayout }) => isLayout && id !== template.id);
  const mayHaveOne = template.kind === 'template' || template.isLayout;
  if (layout === null && (layouts.length === 0 || !mayHaveOne)) return null;
  const choices = layouts.map(({ id, name }) => ({ value: id, label: name }));
  // Also while the layouts are read, and after a partial stopped being a layout.
  const isListed = layout === null || choices.some(({ value }) => value === layout);
  return [
    { value: noLayout, label: 'None' },
    ...choices,
    ...(isListed ? [] : [{ value: layout, label: layout }]),
  ];
}
