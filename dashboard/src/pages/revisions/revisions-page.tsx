import { PageLink } from '../../parts/name.tsx';
import './revisions.css';
import { Box, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useTemplatePauses } from '../../api/pause.ts';
import { ServiceProblem } from '../../api/problem.ts';
import { useRevision, useRevisions } from '../../api/templates.ts';
import { templatePath } from '../../draft/template-header.tsx';
import { TemplateTab, useOpenTemplate } from '../../draft/template-tab.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { PausedBy } from '../../parts/paused-badge.tsx';
import { shortMoment } from '../../parts/time-words.ts';
import { Compared, type ComparedProps } from './compared.tsx';
import { RestoreButton } from './restore-button.tsx';
import { RevisionList } from './revision-list.tsx';

/** Compares two revisions. Default: the one before the current one, with `?with=` or the current one. */
export function Component() {
  const { id = '', revision } = useParams();
  const { work } = useOpenTemplate();
  const current = work.template.revision;
  const list = useRevisions(id);
  const items = list.data?.items ?? [];
  const before = items.find((item) => item.revision < current)?.revision ?? null;
  const number = revision === undefined ? before : Number(revision);
  const [search, setSearch] = useSearchParams();
  const other = Number(search.get('with') ?? current);
  const [shownAs, setShownAs] = useState<ComparedProps['shownAs']>('look');
  const chosen = useRevision(id, number ?? current).data;
  return (
    <TemplateTab
      label={number === null ? 'Revisions' : `Revision ${number}`}
      actions={
        chosen &&
        number !== null &&
        number !== current && (
          // A narrow page without a number shows the list alone.
          <Box {...(revision === undefined && { visibleFrom: 'md' })}>
            <RestoreButton work={work} revision={chosen} />
          </Box>
        )
      }
    >
      <div className="revisions" data-open={revision !== undefined}>
        <div className="revisions-list">
          <Loaded query={list} what="The revisions could not be loaded">
            {() => <RevisionList id={id} list={list} shown={number} />}
          </Loaded>
          <Pauses id={id} />
        </div>
        <Stack gap="sm" miw={0} className="revisions-one">
          <PageLink to={`${templatePath(id)}/revisions`} hiddenFrom="md">
            All revisions
          </PageLink>
          {number !== null && (
            <Chosen
              key={`${number} ${other}`}
              {...{ id, number, other, shownAs }}
              numbers={[...new Set([...items.map((item) => item.revision), other])]}
              onCompare={(chosen) =>
                setSearch(chosen === current ? {} : { with: `${chosen}` }, { replace: true })
              }
              onShowAs={setShownAs}
            />
          )}
          {number === null && list.data && (
            <Text c="dimmed">
              This template has one revision. Each publish makes another: then you can compare them
              here, and go back to one.
            </Text>
          )}
        </Stack>
      </div>
    </TemplateTab>
  );
}

const isMissing = (error: unknown) => error instanceof ServiceProblem && error.status === 404;

type ChosenProps = { id: string; number: number; other: number } & Omit<
  ComparedProps,
  'before' | 'after' | 'template'
>;

function Chosen({ id, number, other, numbers, ...compared }: ChosenProps) {
  const { template } = useOpenTemplate().work;
  const [before, after] = [useRevision(id, number), useRevision(id, other)];
  if (isMissing(before.error) || isMissing(after.error)) {
    return (
      <Empty title="This template has no such revision">
        The address may be mistyped. The list has all revisions.
      </Empty>
    );
  }
  return (
    <Loaded query={before} what="The revision could not be loaded">
      {(one) => (
        <Loaded query={after} what="The revision could not be loaded">
          {(another) => (
            <Compared
              before={one}
              after={another}
              template={template}
              numbers={numbers.filter((each) => each !== number)}
              {...compared}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

/** Who paused and resumed the template; nothing if it was never paused. */
function Pauses({ id }: { id: string }) {
  const { data: pauses = [] } = useTemplatePauses(id);
  if (pauses.length === 0) return null;
  return (
    <Paper withBorder p="sm" component="ul" className="bare-list" aria-label="Pauses">
      {pauses.map(({ resumed, ...pause }) => (
        <Text key={pause.at} component="li" size="sm">
          <PausedBy pause={pause} />{' '}
          {resumed
            ? `Resumed by ${resumed.by} on ${shortMoment(resumed.at)}.`
            : 'It is still paused.'}
        </Text>
      ))}
    </Paper>
  );
}
