import { useProblemAt } from '../flow-facts.ts';
import type { RequiredFieldsNode } from '../model/flow-graph.ts';
import { useFlowEditor } from '../use-flow-editor.ts';
import { NameInput } from './name-input.tsx';
import { Rows } from './rows.tsx';

export function RequiredFieldsForm({ node }: { node: RequiredFieldsNode }) {
  const { changeNode } = useFlowEditor();
  const at = useProblemAt(node.id);
  const { fields } = node;
  const write = (next: string[], field: string) => changeNode({ ...node, fields: next }, field);
  return (
    <Rows
      label="Fields"
      description="Variables, like customer.email, or delivery fields, like _cc. Missing, null, an empty list or only white space fails."
      error={at('fields')}
      what="field"
      count={fields.length}
      onAdd={() => write([...fields, ''], 'fields/add')}
      onRemove={(index) => write(fields.toSpliced(index, 1), 'fields/remove')}
      row={(index) => (
        <NameInput
          aria-label={`Field ${index + 1}`}
          value={fields[index] ?? ''}
          onChange={(name) => write(fields.with(index, name), `fields/${index}`)}
          error={at(`fields/${index}`)}
        />
      )}
    />
  );
}
