import { Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { memo, useMemo } from 'react';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { usePartials } from '../../api/templates.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { BringBack } from './bring-back.tsx';
import { Changed, Subject, Title, Use } from './template-facts.tsx';
import { type RowActions, TemplateMenu } from './template-menu.tsx';

interface TemplateRowsProps extends RowActions {
  rows: readonly TemplateSummary[];
}

export const TemplateRows = memo((props: TemplateRowsProps) => {
  const { rows, onDuplicate, onRename, onPause, onDelete } = props;
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const isDeleted = rows.some(({ deletedAt }) => deletedAt !== null);
  const partials = usePartials();
  const columns = useMemo((): Column<TemplateSummary>[] => {
    const layouts = new Map(
      partials.filter(({ isLayout }) => isLayout).map((each) => [each.id, each]),
    );
    const title: Column<TemplateSummary> = {
      head: 'Template',
      width: '34%',
      cell: (template) => <Title template={template} />,
    };
    const subject: Column<TemplateSummary> = {
      head: 'Subject',
      cell: (template) => <Subject template={template} />,
    };
    const onExecute: Column<TemplateSummary> = {
      head: 'On execute',
      width: 140,
      cell: (template) => <Use template={template} layouts={layouts} />,
    };
    const lastChange: Column<TemplateSummary> = {
      head: 'Last change',
      width: 170,
      cell: (template) => <Changed template={template} />,
    };
    const facts = [title, subject, ...(isDeleted ? [] : [onExecute]), lastChange];
    const allFacts: Column<TemplateSummary> = {
      head: 'Template',
      cell: (template) => (
        <Stack gap={6}>
          {facts.map(({ head, cell }) => (
            <div key={head}>{cell(template)}</div>
          ))}
        </Stack>
      ),
    };
    const actions: Column<TemplateSummary> = {
      head: 'Actions',
      isHeadHidden: true,
      width: isDeleted ? 124 : 52,
      cell: (template) =>
        template.deletedAt === null ? (
          <TemplateMenu {...{ template, onDuplicate, onRename, onPause, onDelete }} />
        ) : (
          <BringBack template={template} />
        ),
    };
    return isWide ? [...facts, actions] : [allFacts, actions];
  }, [partials, isDeleted, isWide, onDuplicate, onRename, onPause, onDelete]);
  return (
    <DataTable
      layout="fixed"
      verticalSpacing={6}
      className="template-table"
      isLinked
      {...{ rows, columns, keyOf, rowProps }}
    />
  );
});

const keyOf = ({ id }: TemplateSummary) => id;

const rowProps = ({ deletedAt }: TemplateSummary) => ({
  'data-deleted': deletedAt !== null || undefined,
});
