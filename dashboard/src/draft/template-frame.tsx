import './draft.css';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Outlet, useMatch, useParams } from 'react-router';
import type { Account } from '../../../functions/manage/contracts/account.ts';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { useAccount } from '../api/account.ts';
import { ServiceProblem } from '../api/problem.ts';
import { rememberOpened } from '../api/recent-templates.ts';
import { useTemplate } from '../api/templates.ts';
import { counted } from '../parts/counted.ts';
import { IconDeviceFloppy } from '../parts/icons.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { NoTemplate } from '../shell/not-found.tsx';
import { SaveButton } from './save-button.tsx';
import { TemplateHeader, templatePath } from './template-header.tsx';
import type { OpenTemplate } from './template-tab.tsx';
import { type TemplateDraft, useTemplateDraft } from './use-template-draft.ts';

/** The header and the draft, which stays while its author changes the tab. */
export function Component() {
  const { id = '' } = useParams();
  return <Frame key={id} id={id} />;
}

function Frame({ id }: { id: string }) {
  const account = useAccount();
  const template = useTemplate(id);
  const [openedAt] = useState(Date.now);
  const { error, dataUpdatedAt } = template;
  const isGone = error instanceof ServiceProblem && error.code === 'not_found';
  // A template that is deleted while the page is open stays: its author may create it again.
  if (isGone && dataUpdatedAt < openedAt) return <NoTemplate id={id} />;
  if (account.data && template.data) {
    return <OpenedTemplate template={template.data} account={account.data} />;
  }
  const missing = account.data ? template : account;
  return (
    <div className="template-page">
      <TemplateHeader id={id} name={id} template={null} />
      <Loaded query={{ ...missing, data: undefined }} what="The template could not be loaded">
        {() => null}
      </Loaded>
    </div>
  );
}

function OpenedTemplate({ template, account }: { template: Template; account: Account }) {
  const work = useTemplateDraft(template, account.accountId);
  const [actionsPlace, setActionsPlace] = useState<HTMLElement | null>(null);
  const [titlePlace, setTitlePlace] = useState<HTMLElement | null>(null);
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const { store, state, isChanged, saving } = work;
  const { revision, saved } = state;
  const { id, kind } = template;
  const { accountId } = account;
  const name = saved.name || id;
  useEffect(() => rememberOpened(accountId, { id, name, kind }), [accountId, id, name, kind]);
  const path = templatePath(id);
  const isWritten = [useMatch(path), useMatch(`${path}/flow`)].some((match) => match !== null);
  const isSaving = saving.state.kind === 'saving';
  const save = () => void (!isSaving && saving.save());
  // Also in inputs, because the browser's own Ctrl+S would store the page as a file.
  useHotkeys([['mod+S', save]], [], true);
  return (
    <div className="template-page">
      <TemplateHeader
        id={template.id}
        name={name}
        template={template}
        beside={<div ref={setTitlePlace} className="tab-actions" />}
        status={statusOf(work)}
        tools={<div ref={setToolsPlace} className="template-tools" />}
        actions={
          <>
            <div ref={setActionsPlace} className="tab-actions" />
            {(isWritten || isChanged) && (
              <SaveButton
                label="Save"
                leftSection={<IconDeviceFloppy size={16} aria-hidden />}
                save={saving.save}
                isSaving={isSaving}
                isChanged={isChanged}
                aria-keyshortcuts="Control+S Meta+S"
              />
            )}
          </>
        }
      />
      <Outlet
        context={{ work, account, actionsPlace, titlePlace, toolsPlace } satisfies OpenTemplate}
      />
      <LeaveGuard
        within={path}
        hasChanges={store.hasChanges}
        save={saving.save}
        isSaving={isSaving}
        discard={() => store.dispatch({ kind: 'replaced', revision, content: saved })}
      />
    </div>
  );
}

function statusOf({ saving: { state }, isChanged, state: { revision } }: TemplateDraft): string {
  if (state.kind === 'saving') return 'Saving…';
  if (isChanged) return 'Unsaved changes';
  if (state.kind !== 'saved') return `Revision ${revision}`;
  const saved = `Saved as revision ${state.revision}`;
  if (state.dependents === 0) return saved;
  return `${saved}, and ${counted(state.dependents, 'template')} with it`;
}
