import { Badge, Code, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { authorWords } from '../../parts/author-words.ts';
import { CopyIcon } from '../../parts/copy.tsx';
import { KindBadge, Name } from '../../parts/name.tsx';
import { PausedBadge } from '../../parts/paused-badge.tsx';
import { isStale } from '../../parts/stored-draft-words.tsx';
import { When } from '../../parts/when.tsx';

interface OfTemplate {
  template: TemplateSummary;
}

export function Title({ template: { id, name, draft, revision, deletedAt, paused } }: OfTemplate) {
  return (
    <div className="template-title">
      <Group gap="xs" wrap="nowrap">
        {deletedAt === null ? (
          <Link to={`/templates/${id}`} className="name-link">
            <Name>{name}</Name>
          </Link>
        ) : (
          <span className="name-link">
            <Name>{name}</Name>
          </span>
        )}
        {draft && deletedAt === null && (
          <Badge
            component={Link}
            to={`/templates/${id}/draft`}
            style={{ cursor: 'pointer', flexShrink: 0 }}
          >
            {revision > 0 && isStale(draft, revision) ? 'Stale draft' : 'Draft'}
          </Badge>
        )}
        <PausedBadge paused={paused} />
      </Group>
      <Group gap={4} wrap="nowrap">
        <Text size="xs" c="dimmed" ff="monospace" truncate>
          {id}
        </Text>
        <CopyIcon text={id} label={`Copy the id ${id}`} />
      </Group>
    </div>
  );
}

/** The subject of a template; for a partial, how templates take it. Below it its languages and tags. */
export function Subject({ template }: OfTemplate) {
  const { id, kind, isLayout, subject, languageTags, tags } = template;
  return (
    <>
      {kind === 'partial' && !isLayout ? (
        <Code>{`{{> ${id}}}`}</Code>
      ) : (
        <Text size="sm" c={isLayout ? 'dimmed' : undefined} component="div">
          <Name>
            {isLayout
              ? 'Chosen in the editor of a template'
              : subject || 'From the variable “subject”'}
          </Name>
        </Text>
      )}
      {languageTags.length + tags.length > 0 && (
        <Group gap={4} wrap="nowrap" className="chips">
          {languageTags.map((tag) => (
            <Badge key={tag} size="xs" variant="default" ff="monospace">
              {tag}
            </Badge>
          ))}
          {tags.map((tag) => (
            <Badge key={tag} size="xs" variant="light" color="gray">
              {tag}
            </Badge>
          ))}
        </Group>
      )}
    </>
  );
}

interface UseProps extends OfTemplate {
  layouts: ReadonlyMap<string, TemplateSummary>;
}

/** What a request does, and the layout; for a partial, its kind. */
export function Use({ template, layouts }: UseProps) {
  const { kind, flowStatus, uses } = template;
  if (kind === 'partial') return <KindBadge {...template} />;
  const layout = uses.map((id) => layouts.get(id)).find((each) => each !== undefined);
  return (
    <>
      <Text size="sm" c={flowStatus === 'none' ? 'dimmed' : undefined}>
        {flowWords[flowStatus]}
      </Text>
      {layout && (
        <Text size="xs" c="dimmed" truncate title={`Layout: ${layout.name}`}>
          layout {layout.name}
        </Text>
      )}
    </>
  );
}

const flowWords: Readonly<Record<TemplateSummary['flowStatus'], string>> = {
  none: 'No flow',
  callback: 'Returns content',
  provider: 'Sends mail',
};

export interface TemplateNumbers {
  sent: number;
  hard: number;
}

/** Null if nothing was sent. */
export const bounceShare = (numbers: TemplateNumbers | undefined): number | null =>
  numbers && numbers.sent > 0 ? numbers.hard / numbers.sent : null;

/** SES looks closer at an account from this share on. */
const closerAt = 0.05;

export function BounceRate({ share }: { share: number | null }) {
  if (share === null) return null;
  const words = share.toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 1 });
  return <span style={share < closerAt ? undefined : { color: 'var(--bad)' }}>{words}</span>;
}

/** The last save of the template or its draft. ISO 8601. */
export const changedAt = ({ updatedAt, draft, deletedAt }: TemplateSummary): string =>
  deletedAt ?? (draft && draft.createdAt > updatedAt ? draft.createdAt : updatedAt);

export function Changed({ template }: OfTemplate) {
  const { draft, revision, updatedAt, updatedBy, deletedAt } = template;
  const isDraft = draft !== null && deletedAt === null && draft.createdAt > updatedAt;
  const by = isDraft ? draft.by : updatedBy;
  const live = revision === 0 ? 'not published' : `revision ${revision}`;
  const what = deletedAt ? 'deleted' : isDraft ? 'draft' : live;
  return (
    <>
      <When at={changedAt(template)} size="sm" truncate />
      <Text size="xs" c="dimmed" truncate title={by ?? undefined}>
        {what}
        {by !== null && ` by ${authorWords(by)}`}
      </Text>
    </>
  );
}
