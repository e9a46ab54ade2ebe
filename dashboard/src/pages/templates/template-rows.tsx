import { Group, Paper, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { memo, useMemo } from 'react';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { usePartials } from '../../api/templates.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { BringBack } from './bring-back.tsx';
import { Changed, Subject, Title, Use } from './template-facts.tsx';
import { type RowActions, TemplateMenu } from './template-menu.tsx';
import { useDrawnRows } from './use-drawn-rows.ts';

interface TemplateRowsProps extends RowActions {
  rows: readonly TemplateSummary[];
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
  const each = { layouts, ...actions };
  return (
    <>
      {isWide ? (
        <Lines rows={drawn} {...each} />
      ) : (
        <Paper withBorder component="ul" className="bare-list rows">
          {drawn.map((template) => (
            <Card key={template.id} template={template} {...each} />
          ))}
        </Paper>
      )}
      {drawn.length < rows.length && <div key={drawn.length} ref={end} />}
    </>
  );
});

function Tools({ template, ...actions }: Omit<RowProps, 'layouts'>) {
  if (template.deletedAt !== null) return <BringBack template={template} />;
  return <TemplateMenu template={template} {...actions} />;
}

function Lines(props: TemplateRowsProps & { layouts: Layouts }) {
  const { rows, layouts, onDuplicate, onRename, onDelete } = props;
  const isDeleted = rows.some(({ deletedAt }) => deletedAt !== null);
  const columns = useMemo((): Column<TemplateSummary>[] => {
    const tools = { onDuplicate, onRename, onDelete };
    const onExecute: Column<TemplateSummary> = {
      head: 'On execute',
      width: 140,
      cell: (template) => <Use template={template} layouts={layouts} />,
    };
    return [
      { head: 'Template', width: '34%', cell: (template) => <Title template={template} /> },
      { head: 'Subject', cell: (template) => <Subject template={template} /> },
      ...(isDeleted ? [] : [onExecute]),
      { head: 'Last change', width: 170, cell: (template) => <Changed template={template} /> },
      {
        head: 'Actions',
        isHeadHidden: true,
        width: isDeleted ? 124 : 52,
        cell: (template) => <Tools template={template} {...tools} />,
      },
    ];
  }, [layouts, isDeleted, onDuplicate, onRename, onDelete]);
  return (
    <DataTable
      layout="fixed"
      verticalSpacing={6}
      className="template-table"
      isLinked
      {...{ rows, columns, keyOf, rowProps }}
    />
  );
}

const keyOf = ({ id }: TemplateSummary) => id;

const rowProps = ({ deletedAt }: TemplateSummary) => ({
  'data-row': '',
  'data-deleted': deletedAt !== null || undefined,
});

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
