import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type DraftNode, isOutput } from '../model/flow-draft.ts';
import { OutputSwitch } from './output-switch.tsx';
import { ProviderForm } from './provider-form.tsx';
import { RegexForm } from './regex-form.tsx';
import { RequiredFieldsForm } from './required-fields-form.tsx';
import { VariablesForm } from './variables-form.tsx';

/** The fields of a node, by what it is. */
export function NodeForm({ node, templateId }: { node: DraftNode; templateId: string }) {
  return (
    <>
      {fieldsOf(node, templateId)}
      {isOutput(node) && <OutputSwitch node={node} />}
    </>
  );
}

function fieldsOf(node: DraftNode, templateId: string): ReactNode {
  if (node.type === 'variables') return <VariablesForm node={node} />;
  if (node.type === 'provider') return <ProviderForm node={node} />;
  if (node.type === 'verification' && node.kind === 'required_fields')
    return <RequiredFieldsForm node={node} />;
  if (node.type === 'verification' && node.kind === 'regex') return <RegexForm node={node} />;
  if (node.type !== 'template') return null;
  return (
    <Text size="sm">
      What it says is written in the{' '}
      <Anchor
        component={Link}
        to={`/templates/${encodeURIComponent(templateId)}`}
        inherit
        underline="always"
      >
        editor
      </Anchor>
      .
    </Text>
  );
}
