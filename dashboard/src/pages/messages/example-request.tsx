import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { useTemplate, useTemplates } from '../../api/templates.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { curl, executeRequest } from '../api/examples.ts';

interface ExampleRequestProps {
  /** Names the command for screen readers. */
  what: string;
  /** Fields of the body that the example has besides. Called once. */
  change?: () => Record<string, string>;
}

/** A command that sends with the first template of the account that can; nothing where there is none. */
export function ExampleRequest(props: ExampleRequestProps) {
  const templates = useTemplates({ search: '', kind: 'template', state: undefined }).data?.items;
  const id = templates?.find(({ flowStatus }) => flowStatus === 'provider')?.id;
  return id === undefined ? null : <Example id={id} {...props} />;
}

function Example({ id, what, change }: ExampleRequestProps & { id: string }) {
  const [more] = useState(() => change?.() ?? {});
  const template = useTemplate(id).data;
  const baseUrl = useAccount().data?.baseUrl;
  if (!template || baseUrl === undefined) return null;
  const { url, body } = executeRequest(baseUrl, template);
  return (
    <div className="example-request">
      <CodeBlock label={what} text={curl({ url, headers: {}, body: { ...body, ...more } })} />
    </div>
  );
}
