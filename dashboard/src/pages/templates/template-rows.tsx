import { memo, useMemo } from 'react';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { usePartials } from '../../api/templates.ts';
import { type Column, DataTable, TableWait } from '../../parts/data-table.tsx';
import { BringBack } from './bring-back.tsx';
import { Changed, changedAt, Subject, Title, Use } from './template-facts.tsx';
import { type RowActions, TemplateMenu } from './template-menu.tsx';

interface TemplateRowsProps extends RowActions {
  rows: readonly TemplateSummary[];
}

export const TemplateRows = memo((props: TemplateRowsProps) => {
  const { rows, onDuplicate, onRename, onDelete } = props;
  const isDeleted = rows.some(({ deletedAt }) => deletedAt !== null);
  const partials = usePartials();
  const columns = useMemo((): Column<TemplateSummary>[] => {
    const layouts = new Map(
      partials.filter(({ isLayout }) => isLayout).map((each) => [each.id, each]),
    );
    const [title, subject, use, change] = facts(layouts);
    const actions: Column<TemplateSummary> = {
      head: 'Actions',
      isHeadHidden: true,
      whenFolded: 'apart',
      width: isDeleted ? 124 : 52,
      cell: (template) =>
        template.deletedAt === null ? (
          <TemplateMenu {...{ template, onDuplicate, onRename, onDelete }} />
        ) : (
          <BringBack template={template} />
        ),
    };
    return [title, subject, ...(isDeleted ? [] : [use]), change, actions];
  }, [partials, isDeleted, onDuplicate, onRename, onDelete]);
  return (
    <DataTable
      {...look}
      isLinked
      sortedAtFirst={newestFirst}
      {...{ rows, columns, keyOf, rowProps }}
    />
  );
});

const look = {
  layout: 'fixed',
  verticalSpacing: 1,
  className: 'template-table',
  folds: true,
} as const;

const newestFirst = { by: 'Last change', isDown: true };

const facts = (layouts: ReadonlyMap<string, TemplateSummary>) =>
  [
    {
      head: 'Template',
      width: '32%',
      cell: (template) => <Title template={template} />,
      sortBy: ({ name }) => name,
    },
    {
      head: 'Subject',
      cell: (template) => <Subject template={template} />,
    },
    {
      head: 'A request',
      width: 150,
      cell: (template) => <Use template={template} layouts={layouts} />,
    },
    {
      head: 'Last change',
      width: 150,
      cell: (template) => <Changed template={template} />,
      sortBy: changedAt,
      isGreatestFirst: true,
    },
  ] as const satisfies readonly Column<TemplateSummary>[];

/** The table before its rows are there. */
export const templatesWait = <TableWait {...look} columns={facts(new Map())} rows={12} />;

const keyOf = ({ id }: TemplateSummary) => id;

const rowProps = ({ deletedAt }: TemplateSummary) => ({
  'data-deleted': deletedAt !== null || undefined,
});
