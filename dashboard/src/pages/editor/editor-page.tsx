import { useParams } from 'react-router';
import type { Account } from '../../../../functions/manage/contracts/account.ts';
import { useAccount } from '../../api/account.ts';
import { ServiceProblem } from '../../api/problem.ts';
import { useTemplate } from '../../api/templates.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../shell/not-found.tsx';
import { Page } from '../../shell/page.tsx';
import { Editor } from './editor.tsx';

/** Loads what the editor begins from; from then on the editor holds it. */
export function Component() {
  const { id = '' } = useParams();
  const account = useAccount();
  if (account.data) return <OfTemplate key={id} id={id} account={account.data} />;
  return (
    <Waiting id={id}>
      <Loaded query={account} what="The account could not be read">
        {() => null}
      </Loaded>
    </Waiting>
  );
}

function OfTemplate({ id, account }: { id: string; account: Account }) {
  const template = useTemplate(id);
  // An answer from before may be older than what the flow's page has saved since.
  if (template.data && template.isFetchedAfterMount) {
    return <Editor template={template.data} account={account} />;
  }
  const { error } = template;
  if (error instanceof ServiceProblem && error.code === 'not_found') return <NotFound />;
  return (
    <Waiting id={id}>
      <Loaded query={{ ...template, data: undefined }} what="The template could not be read">
        {() => null}
      </Loaded>
    </Waiting>
  );
}

function Waiting({ id, children }: { id: string; children: React.ReactNode }) {
  return (
    <Page title={id} above={[{ to: '/templates', label: 'Templates' }]}>
      {children}
    </Page>
  );
}
