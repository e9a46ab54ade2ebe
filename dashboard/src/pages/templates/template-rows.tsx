import {
  ActionIcon,
  Badge,
  Code,
  Group,
  Menu,
  Paper,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArrowsSplit2,
  IconCode,
  IconDots,
  IconHistory,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { KindBadge } from '../../parts/kind-badge.tsx';
import { When } from '../../parts/when.tsx';

interface TemplateRowsProps {
  rows: readonly TemplateSummary[];
  onDelete: (template: TemplateSummary) => void;
}

/** The templates: a table, or cards on a narrow page. */
export function TemplateRows(props: TemplateRowsProps) {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  return isWide ? <Lines {...props} /> : <Cards {...props} />;
}

function Lines({ rows, onDelete }: TemplateRowsProps) {
  const navigate = useNavigate();
  /** A click anywhere in a row opens it, unless it ended a selection or hit a control. */
  const open = (target: EventTarget, id: string) => {
    if (target instanceof Element && target.closest('a, button, [role="menu"]')) return;
    if (window.getSelection()?.isCollapsed === false) return;
    void navigate(`/templates/${id}`);
  };
  return (
    <Table highlightOnHover layout="fixed" verticalSpacing="sm" className="template-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="32%">Template</Table.Th>
          <Table.Th>Subject</Table.Th>
          <Table.Th w={140}>Flow</Table.Th>
          <Table.Th w={84}>Revision</Table.Th>
          <Table.Th w={140}>Changed</Table.Th>
          <Table.Th w={56}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((template) => (
          <Table.Tr key={template.id} onClick={({ target }) => open(target, template.id)}>
            <Table.Td>
              <Name template={template} />
            </Table.Td>
            <Table.Td>
              <Subject template={template} />
            </Table.Td>
            <Table.Td>
              <Flow template={template} />
            </Table.Td>
            <Table.Td className="number">{template.revision}</Table.Td>
            <Table.Td>
              <When at={template.updatedAt} />
            </Table.Td>
            <Table.Td>
              <TemplateMenu template={template} onDelete={onDelete} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cards({ rows, onDelete }: TemplateRowsProps) {
  return (
    <Paper withBorder component="ul" className="bare-list rows">
      {rows.map((template) => (
        <li key={template.id}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Stack gap={4} miw={0}>
              <Name template={template} />
              <Subject template={template} />
              <Group gap="xs">
                <Flow template={template} />
                <Text size="sm" c="dimmed">
                  Revision {template.revision}, <When at={template.updatedAt} />
                </Text>
              </Group>
            </Stack>
            <TemplateMenu template={template} onDelete={onDelete} />
          </Group>
        </li>
      ))}
    </Paper>
  );
}

function Name({ template: { id, name, draft } }: { template: TemplateSummary }) {
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Link to={`/templates/${id}`} className="template-name">
          {name}
        </Link>
        {draft && (
          <Badge
            component={Link}
            to={`/templates/${id}/draft`}
            style={{ cursor: 'pointer', flexShrink: 0 }}
          >
            Draft
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" ff="monospace" truncate>
        {id}
      </Text>
    </>
  );
}

/** The subject of the mails; for a partial, how templates take it. */
function Subject({ template: { id, kind, isLayout, subject } }: { template: TemplateSummary }) {
  if (isLayout) {
    return (
      <Text size="sm" c="dimmed" truncate>
        Chosen in the editor of a template
      </Text>
    );
  }
  if (kind === 'partial') return <Code>{`{{> ${id}}}`}</Code>;
  return (
    <Text size="sm" truncate>
      {subject || 'From the variable “subject”'}
    </Text>
  );
}

function Flow({ template }: { template: TemplateSummary }) {
  const { kind, flowStatus } = template;
  if (kind === 'partial') return <KindBadge {...template} />;
  return <Badge color={flowStatus === 'provider' ? 'teal' : 'gray'}>{flowWords[flowStatus]}</Badge>;
}

/** What the flow of a template does. */
const flowWords: Readonly<Record<TemplateSummary['flowStatus'], string>> = {
  none: 'No flow',
  callback: 'Returns HTML',
  provider: 'Sends',
};

const places = [
  { path: '', label: 'Edit', icon: IconPencil, isOfPartials: true },
  { path: '/flow', label: 'Flow', icon: IconArrowsSplit2, isOfPartials: false },
  { path: '/revisions', label: 'Revisions', icon: IconHistory, isOfPartials: true },
  { path: '/api', label: 'API', icon: IconCode, isOfPartials: false },
] as const;

const placesOf = ({ kind }: TemplateSummary) =>
  places.filter(({ isOfPartials }) => isOfPartials || kind !== 'partial');

interface TemplateMenuProps {
  template: TemplateSummary;
  onDelete: (template: TemplateSummary) => void;
}

/** Links to the pages of a template, and its deletion. */
function TemplateMenu({ template, onDelete }: TemplateMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`More about ${template.name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
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
