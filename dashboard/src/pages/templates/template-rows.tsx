import { Group, Paper, Stack, Table, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { memo, useMemo } from 'react';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { usePartials } from '../../api/templates.ts';
import { openRow } from '../../parts/open-row.ts';
import { BringBack } from './bring-back.tsx';
import { Changed, Subject, Title, Use } from './template-facts.tsx';
import { type RowActions, TemplateMenu } from './template-menu.tsx';
import { useDrawnRows } from './use-drawn-rows.ts';

interface TemplateRowsProps extends RowActions {
  rows: readonly TemplateSummary[];
}

interface DrawnProps extends RowActions {
  rows: readonly TemplateSummary[];
  layouts: Layouts;
}

interface RowProps extends RowActions {
  template: TemplateSummary;
  layouts: Layouts;
}

type Layouts = ReadonlyMap<string, TemplateSummary>;

/** The templates: a table, or cards on a narrow page. It draws those in sight, and more while the user scrolls. */
export const TemplateRows = memo(({ rows, ...actions }: TemplateRowsProps) => {
  const { drawn, end } = useDrawnRows(rows);
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const partials = usePartials();
  const layouts = useMemo(
    () => new Map(partials.filter(({ isLayout }) => isLayout).map((each) => [each.id, each])),
    [partials],
  );
  const Drawn = isWide ? Lines : Cards;
  return (
    <>
      <Drawn rows={drawn} layouts={layouts} {...actions} />
      {drawn.length < rows.length && <div ref={end} />}
    </>
  );
});

function Tools({ template, ...actions }: Omit<RowProps, 'layouts'>) {
  if (template.deletedAt !== null) return <BringBack template={template} />;
  return <TemplateMenu template={template} {...actions} />;
}

function Lines({ rows, ...each }: DrawnProps) {
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
          <Line key={template.id} template={template} {...each} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

const Line = memo(({ template, layouts, ...actions }: RowProps) => {
  const { deletedAt } = template;
  return (
    <Table.Tr onClick={openRow} data-row="" data-deleted={deletedAt !== null || undefined}>
      <Table.Td>
        <Title template={template} />
      </Table.Td>
      <Table.Td>
        <Subject template={template} />
      </Table.Td>
      {deletedAt === null && (
        <Table.Td>
          <Use template={template} layouts={layouts} />
        </Table.Td>
      )}
      <Table.Td>
        <Changed template={template} />
      </Table.Td>
      <Table.Td ta="right">
        <Tools template={template} {...actions} />
      </Table.Td>
    </Table.Tr>
  );
});

function Cards({ rows, ...each }: DrawnProps) {
  return (
    <Paper withBorder component="ul" className="bare-list rows">
      {rows.map((template) => (
        <Card key={template.id} template={template} {...each} />
      ))}
    </Paper>
  );
}

const Card = memo(({ template, layouts, ...actions }: RowProps) => (
  <li data-row="">
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
      <Tools template={template} {...actions} />
    </Group>
  </li>
));
