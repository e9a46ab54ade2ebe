import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { Page } from '../../shell/page.tsx';
import { TemplateNav } from '../../shell/template-nav.tsx';

export interface FlowFrameProps {
  template: Template;
  isChanged: boolean;
  actions: ReactNode;
  children: ReactNode;
}

export function FlowFrame({ template, isChanged, actions, children }: FlowFrameProps) {
  return (
    <Page
      title={template.name || template.id}
      above={[{ to: '/templates', label: 'Templates' }]}
      badge={
        <Badge color={isChanged ? 'yellow' : 'gray'} variant={isChanged ? 'light' : 'default'}>
          {isChanged ? 'Unsaved changes' : `Revision ${template.revision}`}
        </Badge>
      }
      actions={actions}
    >
      <TemplateNav id={template.id} />
      {children}
    </Page>
  );
}
