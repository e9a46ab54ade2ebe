import './draft.css';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Outlet, useMatch, useParams } from 'react-router';
import type { Account } from '../../../functions/manage/contracts/account.ts';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { useAccount } from '../api/account.ts';
import { ServiceProblem } from '../api/problem.ts';
import { rememberOpened } from '../api/recent-templates.ts';
import { useStoredDraft } from '../api/stored-draft.ts';
import { useTemplate } from '../api/templates.ts';
import { Loaded } from '../parts/loaded.tsx';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { NoTemplate } from '../shell/not-found.tsx';
import { PublishButton, SaveDraftButton } from './save-buttons.tsx';
import { statusOf } from './status-words.ts';
import { StoredDraftNotice } from './stored-draft-notice.tsx';
import { TemplateHeader, templatePath } from './template-header.tsx';
import type { OpenTemplate } from './template-tab.tsx';
import { useTemplateDraft } from './use-template-draft.ts';

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
  const isGone = error instanceof ServiceProblem && error.code === 'not_found';
  // A template that is deleted while the page is open stays: its author may create it again.
  if (isGone && dataUpdatedAt < openedAt) return <NoTemplate id={id} />;
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

interface OpenedTemplateProps {
  template: Template;
  stored: Template | null;
  account: Account;
}

function OpenedTemplate({ template, stored, account }: OpenedTemplateProps) {
  const work = useTemplateDraft(template, stored, account.accountId);
  const [actionsPlace, setActionsPlace] = useState<HTMLElement | null>(null);
  const [titlePlace, setTitlePlace] = useState<HTMLElement | null>(null);
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const { store, state, drafting } = work;
  const { revision, saved } = state;
  const { id, kind } = template;
  const isPartial = kind === 'partial';
  const { accountId } = account;
  const name = saved.name || id;
  useEffect(() => rememberOpened(accountId, { id, name, kind }), [accountId, id, name, kind]);
  const path = templatePath(id);
  const isWritten = [useMatch(path), useMatch(`${path}/flow`)].some((match) => match !== null);
  const [isPublishing, setPublishing] = useState(false);
  // A partial has no drafts: its publishing asks before it does anything.
  const save = () => void (isPartial ? work.isChanged && setPublishing(true) : drafting.save());
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
            {isWritten && !isPartial && <SaveDraftButton work={work} />}
            {isWritten && (
              <PublishButton work={work} isOpen={isPublishing} onOpen={setPublishing} />
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
        discard={() => {
          const { stored: kept } = state;
          if (kept) store.dispatch({ kind: 'continued', stored: kept });
          else store.dispatch({ kind: 'replaced', revision, content: saved });
        }}
      />
    </div>
  );
}
