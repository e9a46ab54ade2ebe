import './draft.css';
import { Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import type { Account } from '../../../functions/manage/contracts/account.ts';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { useAccount } from '../api/account.ts';
import { ServiceProblem } from '../api/problem.ts';
import { useTemplate } from '../api/templates.ts';
import { KindBadge } from '../parts/kind-badge.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { TemplatePage } from '../shell/page.tsx';
import { DraftNotices, type DraftNoticesProps } from './draft-notices.tsx';
import { SaveButton } from './save-button.tsx';
import type { TemplateDraft } from './use-template-draft.ts';

/** Reads the template that the address names, and the account, before it draws a page that edits it. */
export function WithTemplate({
  children,
}: {
  children: (template: Template, account: Account) => ReactNode;
}) {
  const { id = '' } = useParams();
  const account = useAccount();
  const template = useTemplate(id);
  const [openedAt] = useState(Date.now);
  const { error, dataUpdatedAt } = template;
  const isGone = error instanceof ServiceProblem && error.code === 'not_found';
  // A template that is deleted while the page is open stays: its author may create it again.
  if (isGone && dataUpdatedAt < openedAt) return <NotFound />;
  if (account.data && template.data) return children(template.data, account.data);
  const missing = account.data ? template : account;
  return (
    <TemplatePage id={id} kind={undefined} title={id}>
      <Loaded query={{ ...missing, data: undefined }} what="The template could not be loaded">
        {() => null}
      </Loaded>
    </TemplatePage>
  );
}

export interface DraftPageProps extends DraftNoticesProps {
  /** What stands beside the title. */
  beside?: ReactNode;
  /** Further notices about the draft. */
  notices?: ReactNode;
  /** The buttons beside Save. */
  actions: ReactNode;
  children: ReactNode;
}

/** The frame of a page that edits a template: title, Save button, notices, and the question before leaving. */
export function DraftPage(props: DraftPageProps) {
  const { work, shownElsewhere, beside, notices, actions, children } = props;
  const { template, store, state, isChanged, saving } = work;
  const { revision, saved } = state;
  const isSaving = saving.state.kind === 'saving';
  const save = () => void (!isSaving && saving.save());
  // Also in inputs, because the browser's own Ctrl+S would store the page as a file.
  useHotkeys([['mod+S', save]], [], true);
  return (
    <TemplatePage
      id={template.id}
      kind={template.kind}
      title={saved.name || template.id}
      badge={
        <>
          {beside}
          {template.kind === 'partial' && <KindBadge {...template} />}
        </>
      }
      actions={
        <>
          <Text size="sm" role="status" className="save-status">
            {statusOf(work)}
          </Text>
          {actions}
          <SaveButton
            label="Save"
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            save={saving.save}
            isSaving={isSaving}
            isChanged={isChanged}
            aria-keyshortcuts="Control+S Meta+S"
          />
        </>
      }
    >
      <div className="draft-notices">
        <DraftNotices work={work} shownElsewhere={shownElsewhere} />
        {notices}
      </div>
      {children}
      <LeaveGuard
        hasChanges={store.hasChanges}
        save={saving.save}
        isSaving={isSaving}
        discard={() => store.dispatch({ kind: 'replaced', revision, content: saved })}
      />
    </TemplatePage>
  );
}

function statusOf({ saving: { state }, isChanged, state: { revision } }: TemplateDraft): string {
  if (state.kind === 'saving') return 'Saving…';
  if (isChanged) return 'Unsaved changes';
  if (state.kind !== 'saved') return `Revision ${revision}`;
  return `Saved as revision ${state.revision}${dependentWords(state.dependents)}`;
}

function dependentWords(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ', and 1 template with it' : `, and ${count} templates with it`;
}
