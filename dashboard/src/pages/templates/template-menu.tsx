import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import {
  IconArrowsSplit2,
  IconCode,
  IconCopyPlus,
  IconCursorText,
  IconHistory,
  IconPencil,
} from '../../parts/icons.tsx';
import { pauseItem } from '../../parts/pause-item.ts';
import { RowMenu } from '../../parts/row-menu.tsx';

export interface RowActions {
  onDuplicate: (template: TemplateSummary) => void;
  onRename: (template: TemplateSummary) => void;
  onPause: (template: TemplateSummary) => void;
  onDelete: (template: TemplateSummary) => void;
}

interface TemplateMenuProps extends RowActions {
  template: TemplateSummary;
}

export function TemplateMenu(props: TemplateMenuProps) {
  const { template, onDuplicate, onRename, onPause, onDelete } = props;
  const path = `/templates/${template.id}`;
  const pages = [
    { label: 'Edit', icon: IconPencil, does: path },
    { label: 'Flow', icon: IconArrowsSplit2, does: `${path}/flow`, isOfMails: true },
    { label: 'Revisions', icon: IconHistory, does: `${path}/revisions` },
    { label: 'API', icon: IconCode, does: `${path}/api`, isOfMails: true },
  ];
  return (
    <RowMenu
      label={`More about ${template.name}`}
      items={[
        ...pages.filter(({ isOfMails }) => !isOfMails || template.kind !== 'partial'),
        {
          label: 'Duplicate',
          icon: IconCopyPlus,
          does: () => onDuplicate(template),
          isApart: true,
        },
        { label: 'Name and tags', icon: IconCursorText, does: () => onRename(template) },
        ...(template.kind === 'partial'
          ? []
          : [pauseItem({ ...template, kind: 'template' }, () => onPause(template))]),
      ]}
      onDelete={() => onDelete(template)}
    />
  );
}
