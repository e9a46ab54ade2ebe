import { Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { languageField } from '../../../../../shared/engine/flow/delivery.ts';
import { useTemplates } from '../../../api/templates.ts';
import { templatePath } from '../../../draft/template-header.tsx';
import { exactText } from '../../../parts/exact-text.ts';
import { Quiet } from '../../../parts/looks.tsx';
import { PageLink } from '../../../parts/name.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { whyNotCompared } from '../model/declared-types.ts';
import type { NodeOf } from '../model/flow.ts';
import { useFlow, useProblemAt } from '../use-flow.ts';
import { NameInput, Rows } from './rows.tsx';

interface BranchFormProps {
  node: NodeOf<'branch'>;
  templateId: string;
}

export function BranchForm({ node, templateId }: BranchFormProps) {
  const { change, names, types } = useFlow();
  const at = useProblemAt(node.id);
  const { field, values } = node;
  return (
    <Stack gap="md">
      <NameInput
        label="If"
        description={`A variable, a delivery field, or ${languageField} for the language of the request.`}
        data={[languageField, ...names]}
        value={field}
        onChange={(next) => change({ ...node, field: next }, 'field')}
        error={at('field') ?? (values ? whyNotCompared(types, field) : undefined)}
      />
      <Segments
        label="Condition"
        of={{ is: 'is one of', given: 'is given' }}
        value={values ? 'is' : 'given'}
        onChange={(next) =>
          change({ ...node, values: next === 'is' ? [''] : undefined }, 'condition')
        }
      />
      {values && (
        <Rows
          label="Values"
          description={
            field === languageField
              ? 'Language tags, such as de or pt-BR. de also means de-AT.'
              : 'The value as the mail would print it, in the same case.'
          }
          error={at('values')}
          what="value"
          items={values}
          blank=""
          onChange={(next, changed) => change({ ...node, values: next }, `values/${changed}`)}
          row={(value, index, write) => (
            <TextInput
              {...exactText}
              aria-label={`Value ${index + 1}`}
              value={value}
              onChange={(event) => write(event.currentTarget.value)}
              error={at(`values/${index}`)}
            />
          )}
        />
      )}
      <TemplatePicker node={node} templateId={templateId} />
      <Quiet>
        If the condition holds, this flow sends the mail of that template, with the variables that
        it requires. Its own flow does not run.
      </Quiet>
    </Stack>
  );
}

function TemplatePicker({ node, templateId }: BranchFormProps) {
  const { change, nameOf } = useFlow();
  const at = useProblemAt(node.id);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const { template } = node;
  const chosen = template === '' ? [] : [{ id: template, name: nameOf(template) }];
  const isChosen = typed === labelOf(chosen[0]);
  const found = useTemplates({ search: isChosen ? undefined : search.trim(), kind: 'template' });
  const others = (found.data?.items ?? []).filter(({ id }) => id !== template && id !== templateId);
  return (
    <>
      <Select
        label="Then send the template"
        placeholder="Choose a template"
        searchable
        clearable={false}
        searchValue={typed}
        onSearchChange={setTyped}
        // The service has searched.
        filter={({ options }) => options}
        data={[...chosen, ...others].map((each) => ({ value: each.id, label: labelOf(each) }))}
        value={template === '' ? null : template}
        onChange={(next) => next !== null && change({ ...node, template: next }, 'template')}
        nothingFoundMessage={found.isPending ? 'Reading the templates…' : 'No template found'}
        error={at('template')}
      />
      {template !== '' && (
        <PageLink to={templatePath(template)} underline="always">
          Open {nameOf(template)}
        </PageLink>
      )}
    </>
  );
}

const labelOf = (each: { id: string; name: string } | undefined) =>
  each === undefined || each.name === each.id ? (each?.id ?? '') : `${each.name} (${each.id})`;
