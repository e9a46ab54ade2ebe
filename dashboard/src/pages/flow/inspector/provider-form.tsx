import { Autocomplete, Stack, TextInput } from '@mantine/core';
import { useFlowFacts, useProblemAt } from '../flow-facts.ts';
import type { ProviderNode } from '../model/flow-graph.ts';
import { senderSuggestions } from '../model/sender-words.ts';
import { useFlowEditor } from '../use-flow-editor.ts';

export function ProviderForm({ node }: { node: ProviderNode }) {
  const { changeNode } = useFlowEditor();
  const { identities } = useFlowFacts();
  const at = useProblemAt(node.id);
  const anyone = identities.includes('*') ? ' This deployment sends from any address.' : '';
  return (
    <Stack gap="md">
      <Autocomplete
        label="From"
        description={`An address, or a name with one: Acme <hi@acme.example>.${anyone}`}
        data={senderSuggestions(identities, node.from)}
        openOnFocus={false}
        // What is offered follows what is typed already: nothing of it is to be hidden.
        filter={({ options }) => options}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        value={node.from}
        onChange={(from) => changeNode({ ...node, from }, 'from')}
        error={at('from')}
      />
      <TextInput
        label="Reply to"
        description="Where answers go. Empty: to the sender. A caller's _replyTo takes its place."
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        value={node.replyTo ?? ''}
        onChange={(event) => {
          const { replyTo: _, ...rest } = node;
          const replyTo = event.currentTarget.value;
          changeNode(replyTo === '' ? rest : { ...rest, replyTo }, 'replyTo');
        }}
        error={at('replyTo')}
      />
    </Stack>
  );
}
