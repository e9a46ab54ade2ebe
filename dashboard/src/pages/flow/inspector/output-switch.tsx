import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { useFlowFacts } from '../flow-facts.ts';
import type { DraftNode } from '../model/flow-draft.ts';
import { firstSender } from '../model/sender-words.ts';
import { useFlowEditor } from '../use-flow-editor.ts';

/** A flow has one output: another kind takes the place of this one, with all that leads to it. */
export function OutputSwitch({ node }: { node: DraftNode }) {
  const { changeNode } = useFlowEditor();
  const { identities } = useFlowFacts();
  const labelId = useId();
  const choose = (output: string) => {
    const { id, name, label, position } = node;
    const kept = {
      id,
      ...(name !== undefined && { name }),
      ...(label !== undefined && { label }),
      ...(position !== undefined && { position }),
    };
    changeNode(
      output === 'callback'
        ? { ...kept, type: 'callback' }
        : { ...kept, type: 'provider', provider: 'ses', from: firstSender(identities) },
      'type',
    );
  };
  return (
    <div>
      <Input.Label id={labelId} component="div" mb={4}>
        At the end
      </Input.Label>
      <SegmentedControl
        fullWidth
        aria-labelledby={labelId}
        data={[
          { value: 'provider', label: 'Send with SES' },
          { value: 'callback', label: 'Return it' },
        ]}
        value={node.type}
        onChange={choose}
      />
    </div>
  );
}
