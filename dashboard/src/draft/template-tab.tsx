import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useOutletContext } from 'react-router';
import type { Account } from '../../../functions/manage/contracts/account.ts';
import { titleWindow } from '../shell/page.tsx';
import { DraftNotices } from './draft-notices.tsx';
import type { TemplateDraft } from './use-template-draft.ts';

export interface OpenTemplate {
  /** Lives as long as the author stays at the template. */
  work: TemplateDraft;
  account: Account;
  actionsPlace: HTMLElement | null;
  titlePlace: HTMLElement | null;
  toolsPlace: HTMLElement | null;
}

export const useOpenTemplate = () => useOutletContext<OpenTemplate>();

interface TemplateTabProps {
  /** For the browser's tab, beside the template's name; absent for the editor. */
  label?: string;
  beside?: ReactNode;
  notices?: ReactNode;
  actions?: ReactNode;
  /** Beside the tabs: what the tab shows. */
  tools?: ReactNode;
  /** JSON Pointers. */
  shownElsewhere?: readonly string[];
  children: ReactNode;
}

export function TemplateTab(props: TemplateTabProps) {
  const { label, beside, notices, actions, tools, shownElsewhere = [], children } = props;
  const { work, actionsPlace, titlePlace, toolsPlace } = useOpenTemplate();
  const name = work.state.saved.name || work.template.id;
  useEffect(() => titleWindow(label ? `${label} · ${name}` : name), [label, name]);
  return (
    <>
      {actionsPlace && createPortal(actions, actionsPlace)}
      {titlePlace && createPortal(beside, titlePlace)}
      {toolsPlace && createPortal(tools, toolsPlace)}
      <div className="draft-notices">
        <DraftNotices work={work} shownElsewhere={shownElsewhere} />
        {notices}
      </div>
      {children}
    </>
  );
}
