import { Autocomplete, Stack, Text, TextInput } from '@mantine/core';
import type { FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { templatePath } from '../../../draft/template-header.tsx';
import { exactText } from '../../../parts/exact-text.ts';
import { inCode } from '../../../parts/json-field.tsx';
import { PageLink } from '../../../parts/name.tsx';
import { SegmentsField } from '../../../parts/segments.tsx';
import { whyNotCompared } from '../model/declared-types.ts';
import type { NodeOf } from '../model/flow.ts';
import { useFlow, useProblemAt } from '../use-flow.ts';
import { BranchForm } from './branch-form.tsx';
import { NameInput, NodeText, Rows } from './rows.tsx';
import { VariablesForm } from './variables-form.tsx';

export function NodeForm({ node, templateId }: { node: FlowNode; templateId: string }) {
  if (node.type === 'variables') return <VariablesForm node={node} />;
  if (node.type === 'provider') return <ProviderForm node={node} />;
  if (node.type === 'branch') return <BranchForm node={node} templateId={templateId} />;
  if (node.type === 'template')
    return (
      <Text size="sm">
        You write its content in the{' '}
        <PageLink to={templatePath(templateId)} underline="always">
          editor
        </PageLink>
        .
      </Text>
    );
  if (node.type !== 'verification' || node.kind === 'email_domain') return null;
  return node.kind === 'regex' ? <RegexForm node={node} /> : <RequiredFieldsForm node={node} />;
}

/** The flow's one output; the other kind keeps its edges. */
export function OutputSwitch({ node }: { node: FlowNode }) {
  const { change, hints } = useFlow();
  const choose = (output: 'provider' | 'callback') => {
    const { id, name, label, position } = node;
    const kept = { id, name, label, position };
    const next: FlowNode =
      output === 'callback'
        ? { ...kept, type: 'callback' }
        : { ...kept, type: 'provider', provider: 'ses', from: hints.from };
    change(next, 'type');
  };
  return (
    <SegmentsField
      mt={4}
      label="Output"
      of={{ provider: 'Send with SES', callback: 'Return the mail' }}
      value={node.type === 'callback' ? 'callback' : 'provider'}
      onChange={choose}
    />
  );
}

function ProviderForm({ node }: { node: NodeOf<'provider'> }) {
  const { change, senders } = useFlow();
  const at = useProblemAt(node.id);
  return (
    <Stack gap="md">
      <Autocomplete
        {...exactText}
        label="From"
        description="An address, or a name with an address: Acme <hi@acme.example>."
        data={[...senders]}
        openOnFocus={false}
        value={node.from}
        onChange={(from) => change({ ...node, from }, 'from')}
        error={at('from')}
      />
      <NodeText
        {...exactText}
        node={node}
        field="replyTo"
        label="Reply to"
        description="The address for replies. If empty, replies go to the sender. A caller’s _replyTo replaces it."
      />
      <NodeText
        {...exactText}
        node={node}
        field="unsubscribe"
        label="Unsubscribe"
        description="The https address that mail programs call for one-click unsubscribe: https://acme.example/u/{{%user_id}}. If empty, there is no button. A caller’s _unsubscribe replaces it."
      />
    </Stack>
  );
}

function RequiredFieldsForm({ node }: { node: NodeOf<'required_fields'> }) {
  const { change } = useFlow();
  const at = useProblemAt(node.id);
  return (
    <Rows
      label="Fields"
      description="Variables, like customer.email, or delivery fields, like _cc. A field that is missing, null, an empty list or only white space fails."
      error={at('fields')}
      what="field"
      items={node.fields}
      blank=""
      onChange={(fields, changed) => change({ ...node, fields }, `fields/${changed}`)}
      row={(field, index, write) => (
        <NameInput
          aria-label={`Field ${index + 1}`}
          value={field}
          onChange={(name) => write(name)}
          error={at(`fields/${index}`)}
        />
      )}
    />
  );
}

function RegexForm({ node }: { node: NodeOf<'regex'> }) {
  const { change, types } = useFlow();
  const at = useProblemAt(node.id);
  return (
    <Stack gap="md">
      <NameInput
        label="Field"
        description="The variable or delivery field to check. A missing value fails."
        value={node.field}
        onChange={(field) => change({ ...node, field }, 'field')}
        error={at('field') ?? whyNotCompared(types, node.field)}
      />
      <NodeText
        {...exactText}
        node={node}
        field="pattern"
        isRequired
        label="Pattern"
        description="RE2 syntax. It matches anywhere in the value, unless ^ and $ anchor it: ^[A-Z]{2}-[0-9]+$."
        styles={inCode}
      />
      <MessageForm node={node} />
    </Stack>
  );
}

function MessageForm({ node }: { node: NodeOf<'regex'> }) {
  const { change } = useFlow();
  const at = useProblemAt(node.id);
  const { message } = node;
  if (typeof message !== 'object' || message === null) {
    return (
      <NodeText
        node={node}
        field="message"
        label="Message"
        description="The error that the caller gets if the value does not match. If empty, a general one."
      />
    );
  }
  return Object.entries(message).map(([tag, text]) => (
    <TextInput
      key={tag}
      label={`Message (${tag})`}
      description="The error that the caller gets in this language if the value does not match."
      value={text}
      onChange={(event) => {
        const inLanguages = { ...message, [tag]: event.currentTarget.value };
        change({ ...node, message: inLanguages }, `message/${tag}`);
      }}
      error={at(`message/${tag}`) ?? at('message')}
    />
  ));
}
