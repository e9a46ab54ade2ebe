import { Menu } from '@mantine/core';
import { Link } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import {
  IconArrowsSplit2,
  IconCode,
  IconCopyPlus,
  IconCursorText,
  IconHistory,
  IconPencil,
  IconTrash,
} from '../../parts/icons.tsx';
import { MoreButton } from '../../parts/more-button.tsx';

/** What the page does with a template of its list. */
export interface RowActions {
  onDuplicate: (template: TemplateSummary) => void;
  onRename: (template: TemplateSummary) => void;
  onDelete: (template: TemplateSummary) => void;
}

const places = [
  { path: '', label: 'Edit', icon: IconPencil, isOfPartials: true },
  { path: '/flow', label: 'Flow', icon: IconArrowsSplit2, isOfPartials: false },
  { path: '/revisions', label: 'Revisions', icon: IconHistory, isOfPartials: true },
  { path: '/api', label: 'API', icon: IconCode, isOfPartials: false },
] as const;

const placesOf = ({ kind }: TemplateSummary) =>
  places.filter(({ isOfPartials }) => isOfPartials || kind !== 'partial');

interface TemplateMenuProps extends RowActions {
  template: TemplateSummary;
}

/** Links to the pages of a template, and what one can do with it. */
export function TemplateMenu(props: TemplateMenuProps) {
  const { template, onDuplicate, onRename, onDelete } = props;
  const action = (
    label: string,
    Icon: typeof IconTrash,
    act: RowActions['onDelete'],
    color?: string,
  ) => (
    <Menu.Item c={color} leftSection={<Icon size={16} aria-hidden />} onClick={() => act(template)}>
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <MoreButton aria-label={`More about ${template.name}`} />
      </Menu.Target>
      <Menu.Dropdown>
        {placesOf(template).map(({ path, label, icon: Icon }) => (
          <Menu.Item
            key={label}
            component={Link}
            to={`/templates/${template.id}${path}`}
            leftSection={<Icon size={16} aria-hidden />}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {action('Duplicate', IconCopyPlus, onDuplicate)}
        {action('Rename', IconCursorText, onRename)}
        <Menu.Divider />
        {action('Delete', IconTrash, onDelete, 'var(--mantine-color-error)')}
      </Menu.Dropdown>
    </Menu>
  );
}
