import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { KindBadge, PageLink } from '../parts/name.tsx';
import { PauseControl } from '../parts/pause.tsx';
import { useFocusOnArrival } from '../shell/page.tsx';

interface TemplateHeaderProps {
  id: string;
  name: string;
  template: Template | null;
  beside?: ReactNode;
  status?: string;
  /** Beside the status: what the tab shows. */
  tools?: ReactNode;
  actions?: ReactNode;
}

/** Does not move when the tab changes. */
export function TemplateHeader(props: TemplateHeaderProps) {
  const { id, name, template, beside, status, tools, actions } = props;
  const heading = useFocusOnArrival();
  return (
    <div className="template-header">
      <Group gap="xs" wrap="nowrap" miw={0} className="template-heading">
        <PageLink to="/templates">Templates</PageLink>
        <span aria-hidden="true">/</span>
        <Title order={1} size="h3" ref={heading} tabIndex={-1} title={name}>
          {name}
        </Title>
        {beside}
        {template?.kind === 'partial' && <KindBadge {...template} />}
        {template && template.kind !== 'partial' && <PauseControl template={template} />}
      </Group>
      <div className="template-state">
        <Text size="sm" role="status" className="save-status">
          {/* A new element, because one whose text changes would move its beginning. */}
          <span key={status}>{status}</span>
        </Text>
        {tools}
      </div>
      <div className="template-actions">{actions}</div>
      <Tabs id={id} template={template} />
    </div>
  );
}

/** A partial has no flow and no requests; only a template with a stored draft has a tab for it. */
function Tabs({ id, template }: Pick<TemplateHeaderProps, 'id' | 'template'>) {
  const isPartial = template?.kind === 'partial';
  const tabs = {
    '': 'Editor',
    ...(!isPartial && { '/flow': 'Flow' }),
    ...(template?.draft && { '/draft': 'Draft' }),
    '/revisions': 'Revisions',
    ...(!isPartial && { '/api': 'API' }),
  };
  return (
    <nav aria-label="Template" className="link-tabs">
      {Object.entries(tabs).map(([to, label]) => (
        <NavLink key={label} to={`${templatePath(id)}${to}`} end={to === ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

/** The editor's address. All other tabs are below it. */
export const templatePath = (id: string): string => `/templates/${encodeURIComponent(id)}`;
