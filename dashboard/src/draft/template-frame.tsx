import './draft.css';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Outlet, useMatch, useParams } from 'react-router';
import type { Account } from '../../../functions/manage/contracts/account.ts';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { useAccount } from '../api/account.ts';
import { codeOf, ServiceProblem, Unreachable } from '../api/problem.ts';
import { rememberOpened } from '../api/recent-templates.ts';
import { useStoredDraft } from '../api/stored-draft.ts';
import { useTemplate } from '../api/templates.ts';
import { counted } from '../parts/counted.ts';
import { Loaded } from '../parts/loaded.tsx';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { NoTemplate } from '../shell/not-found.tsx';
import { PublishButton, SaveDraftButton } from './save-buttons.tsx';
import { StoredDraftNotice } from './stored-draft-notice.tsx';
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
  const stored = useStoredDraft(id, template.data != null && template.data.draft !== null);
  const [isOpen, setOpen] = useState(false);
  const [openedAt] = useState(Date.now);
  const { error, dataUpdatedAt } = template;
  // A template that is deleted while the page is open stays: its author may create it again.
  if (codeOf(error) === 'not_found' && dataUpdatedAt < openedAt) return <NoTemplate id={id} />;
  const isReady = template.data && (template.data.draft === null || stored.data || stored.error);
  if (isReady && !isOpen) setOpen(true);
  if (account.data && template.data && (isReady || isOpen)) {
    const opened = { template: template.data, stored: stored.data ?? null, account: account.data };
    return <OpenedTemplate {...opened} />;
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

type OpenedTemplateProps = { template: Template; stored: Template | null; account: Account };

function OpenedTemplate({ template, stored, account }: OpenedTemplateProps) {
  const work = useTemplateDraft(template, stored, account.accountId);
  const [actionsPlace, setActionsPlace] = useState<HTMLElement | null>(null);
  const [titlePlace, setTitlePlace] = useState<HTMLElement | null>(null);
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const { store, state, drafting } = work;
  const { id, kind } = template;
  const { accountId } = account;
  const name = state.saved.name || id;
  useEffect(() => rememberOpened(accountId, { id, name, kind }), [accountId, id, name, kind]);
  const path = templatePath(id);
  const isWritten = [useMatch(path), useMatch(`${path}/flow`)].some((match) => match !== null);
  const [isPublishing, setPublishing] = useState(false);
  // Also in inputs, because the browser's own Ctrl+S would store the page as a file.
  useHotkeys([['mod+S', () => void drafting.save()]], [], true);
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
            {isWritten && (
              <>
                <SaveDraftButton work={work} />
                <PublishButton work={work} isOpen={isPublishing} onOpen={setPublishing} />
              </>
            )}
          </>
        }
      />
      {isWritten && <StoredDraftNotice {...work} />}
      <Outlet
        context={{ work, account, actionsPlace, titlePlace, toolsPlace } satisfies OpenTemplate}
      />
      <LeaveGuard
        within={path}
        hasChanges={store.isUnsaved}
        keep={drafting.keep}
        discard={() => store.revert()}
      />
    </div>
  );
}

/** Where what the author writes is: published, stored as a draft, or not saved, and why. */
function statusOf({ saving, drafting, isUnsaved, state }: TemplateDraft): string {
  const { revision, stored } = state;
  if (saving.state.kind === 'saving') return 'Publishing…';
  if (drafting.state.kind === 'saving') return 'Saving…';
  if (isUnsaved && drafting.state.kind === 'conflict') return 'Not saved: saved elsewhere';
  if (isUnsaved && drafting.state.kind === 'refused') {
    return `Not saved: ${reason(drafting.state.error)}`;
  }
  if (isUnsaved && !drafting.isAllowed) return 'Not saved: your role does not allow it';
  if (isUnsaved) return 'Unsaved changes';
  if (stored) return `Draft saved ${clock(new Date(stored.tag))}`;
  if (saving.state.kind !== 'saved')
    return revision === 0 ? 'Not published' : `Revision ${revision}`;
  const published = `Published as revision ${saving.state.revision}`;
  if (saving.state.dependents === 0) return published;
  return `${published}, and ${counted(saving.state.dependents, 'template')} with it`;
}

function reason(error: unknown): string {
  if (error === null) return 'the test data is no JSON';
  if (error instanceof Unreachable) return 'no connection';
  if (!(error instanceof ServiceProblem)) return 'the service failed';
  return error.errors.length > 0
    ? counted(error.errors.length, 'problem')
    : 'the service refused it';
}

/** `12:03`, with the day if it is another one than today. */
function clock(time: Date): string {
  const hours = time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (time.toDateString() === new Date().toDateString()) return hours;
  return `${time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}, ${hours}`;
}
