import { Group, Paper, Stack, Table, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { memo, type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { usePartials } from '../../api/templates.ts';
import { BringBack } from './bring-back.tsx';
import { Changed, Subject, Title, Use } from './template-facts.tsx';
import { type RowActions, TemplateMenu } from './template-menu.tsx';
import { useDrawnRows } from './use-drawn-rows.ts';

interface TemplateRowsProps extends RowActions {
  rows: readonly TemplateSummary[];
}

interface DrawnProps {
  rows: readonly TemplateSummary[];
  layouts: ReadonlyMap<string, TemplateSummary>;
  /** Draws what one can do with a template. */
  tools: (template: TemplateSummary) => ReactNode;
}

/** The templates: a table, or cards on a narrow page. It draws those in sight, and more while the user scrolls. */
export const TemplateRows = memo(({ rows, ...actions }: TemplateRowsProps) => {
  const { drawn, end } = useDrawnRows(rows);
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const partials = usePartials();
  const layouts = useMemo(
    () => new Map(partials.filter(({ isLayout }) => isLayout).map((each) => [each.id, each])),
    [partials],
  );
  const tools = (template: TemplateSummary) =>
    template.deletedAt === null ? (
      <TemplateMenu template={template} {...actions} />
    ) : (
      <BringBack template={template} />
    );
  const Drawn = isWide ? Lines : Cards;
  return (
    <>
      <Drawn rows={drawn} layouts={layouts} tools={tools} />
      {drawn.length < rows.length && <div ref={end} />}
    </>
  );
});

function Lines({ rows, layouts, tools }: DrawnProps) {
  const navigate = useNavigate();
  /** A click anywhere in a row opens it, unless it ended a selection or hit a control. */
  const open = (target: EventTarget, { id, deletedAt }: TemplateSummary) => {
    if (deletedAt !== null) return;
    if (target instanceof Element && target.closest('a, button, [role="menu"]')) return;
    if (window.getSelection()?.isCollapsed === false) return;
    void navigate(`/templates/${id}`);
  };
  const isDeleted = rows.some(({ deletedAt }) => deletedAt !== null);
  return (
    <Table highlightOnHover layout="fixed" verticalSpacing={6} className="template-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="34%">Template</Table.Th>
          <Table.Th>Subject</Table.Th>
          {!isDeleted && <Table.Th w={140}>On execute</Table.Th>}
          <Table.Th w={170}>Last change</Table.Th>
          <Table.Th w={isDeleted ? 124 : 52}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((template) => (
          <Table.Tr
            key={template.id}
            onClick={({ target }) => open(target, template)}
            data-row=""
            data-deleted={template.deletedAt !== null || undefined}
          >
            <Table.Td>
              <Title template={template} />
            </Table.Td>
            <Table.Td>
              <Subject template={template} />
            </Table.Td>
            {!isDeleted && (
              <Table.Td>
                <Use template={template} layouts={layouts} />
              </Table.Td>
            )}
            <Table.Td>
              <Changed template={template} />
            </Table.Td>
            <Table.Td ta="right">{tools(template)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cards({ rows, layouts, tools }: DrawnProps) {
  return (
    <Paper withBorder component="ul" className="bare-list rows">
      {rows.map((template) => (
        <li key={template.id} data-row="">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Stack gap={6} miw={0}>
              <Title template={template} />
              <Subject template={template} />
              <Stack gap={0} className="template-card-facts">
                <div>
                  <Use template={template} layouts={layouts} />
                </div>
                <div>
                  <Changed template={template} />
                </div>
              </Stack>
            </Stack>
            {tools(template)}
          </Group>
        </li>
      ))}
    </Paper>
  );
}
