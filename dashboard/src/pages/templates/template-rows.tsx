import { memo, useMemo } from 'react';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { useTemplateNumbers } from '../../api/figures.ts';
import { usePartials } from '../../api/templates.ts';
import { actionsColumn } from '../../parts/columns.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import {
  IconArrowsSplit2,
  IconCode,
  IconCopyPlus,
  IconCursorText,
  IconHistory,
  IconPencil,
} from '../../parts/icons.tsx';
import { pauseItem } from '../../parts/pause.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { BringBack } from './bring-back.tsx';
import type { TemplateDialog } from './template-dialogs.tsx';
import {
  BounceRate,
  bounceShare,
  Changed,
  changedAt,
  Subject,
  type TemplateNumbers,
  Title,
  Use,
} from './template-facts.tsx';

interface TemplateRowsProps {
  rows: readonly TemplateSummary[];
  onDialog: (dialog: TemplateDialog) => void;
}

export const TemplateRows = memo(({ rows, onDialog }: TemplateRowsProps) => {
  const isDeleted = rows.some(({ deletedAt }) => deletedAt !== null);
  const partials = usePartials();
  const { data: numbers } = useTemplateNumbers();
  const columns = useMemo((): Column<TemplateSummary>[] => {
    const layouts = new Map(
      partials.filter(({ isLayout }) => isLayout).map((each) => [each.id, each]),
    );
    const [title, subject, use, sent, bounced, change] = facts(layouts, numbers);
    const actions = actionsColumn<TemplateSummary>(
      (template) =>
        // A template that was never published has a draft and nothing else, which its badge leads to.
        template.revision === 0 ? null : template.deletedAt === null ? (
          <TemplateMenu {...{ template, onDialog }} />
        ) : (
          <BringBack template={template} />
        ),
      isDeleted ? 124 : 52,
    );
    return [title, subject, ...(isDeleted ? [] : [use, sent, bounced]), change, actions];
  }, [partials, numbers, isDeleted, onDialog]);
  return (
    <DataTable
      verticalSpacing={1}
      className="template-table"
      isLinked
      sortedAtFirst={newestFirst}
      {...{ rows, columns, keyOf, rowProps }}
    />
  );
});

type Numbers = ReadonlyMap<string, TemplateNumbers>;

const newestFirst = { by: 'Last change', isDown: true };

const facts = (layouts: ReadonlyMap<string, TemplateSummary>, numbers?: Numbers) =>
  [
    {
      head: 'Template',
      width: '28%',
      cell: (template) => <Title template={template} />,
      sortBy: ({ name }) => name,
    },
    { head: 'Subject', cell: (template) => <Subject template={template} /> },
    {
      head: 'A request',
      width: 130,
      whenFolded: 'hidden',
      cell: (template) => <Use template={template} layouts={layouts} />,
    },
    {
      head: 'Sent, 30 days',
      width: 118,
      isNumber: true,
      cell: ({ id, kind }) =>
        kind === 'template' && numbers && (numbers.get(id)?.sent ?? 0).toLocaleString(),
      sortBy: ({ id, kind }) => (kind === 'template' ? (numbers?.get(id)?.sent ?? 0) : null),
    },
    {
      head: 'Bounced',
      width: 90,
      isNumber: true,
      cell: ({ id }) => <BounceRate {...{ share: bounceShare(numbers?.get(id)) }} />,
      sortBy: ({ id }) => bounceShare(numbers?.get(id)),
    },
    {
      head: 'Last change',
      width: 130,
      cell: (template) => <Changed template={template} />,
      sortBy: changedAt,
      isGreatestFirst: true,
    },
  ] as const satisfies readonly Column<TemplateSummary>[];

const keyOf = ({ id }: TemplateSummary) => id;

const rowProps = ({ deletedAt }: TemplateSummary) => ({
  'data-deleted': deletedAt !== null || undefined,
});

function TemplateMenu({
  template,
  onDialog,
}: Pick<TemplateRowsProps, 'onDialog'> & { template: TemplateSummary }) {
  const open = (name: 'duplicate' | 'rename' | 'pause' | 'delete') => () =>
    onDialog({ name, template });
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
          does: open('duplicate'),
          needs: 'write',
          isApart: true,
        },
        { label: 'Name and tags', icon: IconCursorText, does: open('rename'), needs: 'publish' },
        ...(template.kind === 'partial'
          ? []
          : [pauseItem({ ...template, kind: 'template' }, open('pause'))]),
      ]}
      onDelete={open('delete')}
      deleteNeeds="publish"
    />
  );
}
