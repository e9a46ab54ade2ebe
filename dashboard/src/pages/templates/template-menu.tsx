import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowsSplit2,
  IconCode,
  IconDots,
  IconHistory,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';

const places = [
  { path: '', label: 'Edit', icon: IconPencil },
  { path: '/flow', label: 'Flow', icon: IconArrowsSplit2 },
  { path: '/revisions', label: 'Revisions', icon: IconHistory },
  { path: '/api', label: 'API', icon: IconCode },
] as const;

export interface TemplateMenuProps {
  template: TemplateSummary;
  onDelete: (template: TemplateSummary) => void;
}

/** Where a template leads, and its end. */
export function TemplateMenu({ template, onDelete }: TemplateMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`More about ${template.name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {places.map(({ path, label, icon: Icon }) => (
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
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onDelete(template)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
