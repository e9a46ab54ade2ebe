import { Group, Paper, Select, Stack, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type Revision,
  type Template,
  unsavedContent,
} from '../../../../functions/manage/contracts/templates.ts';
import { renderDraft } from '../../api/flow.ts';
import { draftOf } from '../../draft/draft.ts';
import { TemplateDifference } from '../../draft/template-difference.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PreviewPane } from '../../parts/preview/preview-pane.tsx';
import { momentWords } from '../../parts/time-words.ts';
import { differenceWords, howWords, languageToShow } from './revision-words.ts';

export interface ComparedProps {
  before: Revision;
  after: Revision;
  template: Template;
  numbers: readonly number[];
  onCompare: (number: number) => void;
  shownAs: 'look' | 'source';
  onShowAs: (shownAs: 'look' | 'source') => void;
}

export function Compared(props: ComparedProps) {
  const { before, after, template, numbers, onCompare, shownAs, onShowAs } = props;
  const nameOf = (number: number) =>
    number === template.revision ? `Revision ${number}, current` : `Revision ${number}`;
  const drafts = useMemo(
    () => ({ before: draftOf(before), after: draftOf(after) }),
    [before, after],
  );
  const [language, setLanguage] = useState(() => languageToShow(drafts.before, drafts.after));
  const tags = Object.keys({ ...before.languages, ...after.languages }).sort();
  const names = { before: nameOf(before.revision), after: nameOf(after.revision) };
  const isSame = before.revision === after.revision;
  const own = after.language ?? before.language;
  return (
    <>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <Title order={2} size="h4">
            {names.before}
          </Title>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {originWords(before)}
          </Text>
        </div>
        <Select
          label="Compare with"
          size="xs"
          w={190}
          allowDeselect={false}
          data={numbers.map((number) => ({ value: `${number}`, label: nameOf(number) }))}
          value={`${after.revision}`}
          onChange={(value) => value !== null && onCompare(Number(value))}
        />
      </Group>
      <Tabs value={shownAs} onChange={(value) => onShowAs(value === 'source' ? value : 'look')}>
        <Tabs.List>
          <Tabs.Tab value="look">Look</Tabs.Tab>
          <Tabs.Tab value="source">Source</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="look" pt="sm">
          <Group justify="space-between" gap="sm" mb="sm">
            <Text size="sm">{differenceWords(drafts.before, drafts.after)}</Text>
            {tags.length > 0 && (
              <Select
                aria-label="Language of the mails"
                size="xs"
                w={190}
                allowDeselect={false}
                data={[
                  {
                    value: '',
                    label: own === null ? 'The template’s own' : `${own}, the template’s own`,
                  },
                  ...tags.map((tag) => ({ value: tag, label: tag })),
                ]}
                value={language ?? ''}
                onChange={(tag) => setLanguage(tag || null)}
              />
            )}
          </Group>
          <div className="revision-looks">
            {(isSame ? [before] : [before, after]).map((revision) => (
              <RevisionLook
                key={revision.revision}
                {...{ language, revision }}
                kind={template.kind}
                name={nameOf(revision.revision)}
              />
            ))}
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="source" pt="sm">
          {shownAs === 'source' && <TemplateDifference {...drafts} names={names} order={3} />}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function originWords({ createdAt, by, how, note }: Revision): string {
  const who = by === null ? '' : `, ${by}${how === null ? '' : ` ${howWords(how)}`}`;
  return `${momentWords(createdAt)}${who}${note === null ? '' : `: “${note}”`}`;
}

interface RevisionLookProps {
  revision: Revision;
  kind: Template['kind'];
  name: string;
  /** Null: the template's own language. */
  language: string | null;
}

/** Renders a revision with its test data, and with the layout as it is now. */
function RevisionLook({ revision, kind, name, language }: RevisionLookProps) {
  const { id, revision: number, ...content } = revision;
  const other = language === null ? undefined : content.languages[language];
  const look = useQuery({
    queryKey: ['templates', 'look', id, number, language],
    queryFn: ({ signal }) => {
      const shown = other ? { ...content, ...other, language } : content;
      const { flow: _, ...unsaved } = unsavedContent.parse(shown);
      return renderDraft({ ...unsaved, id, kind, data: content.testData, within: null }, signal);
    },
  });
  return (
    <Stack gap={6} component="section" aria-label={name}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      {language !== null && !other ? (
        <Text size="sm" c="dimmed">
          It has no content in {language}.
        </Text>
      ) : (
        <Loaded query={look} what={`${name} could not be rendered`}>
          {(rendered) => (
            <Paper withBorder className="revision-look">
              <PreviewPane
                rendered={rendered}
                isMail={kind !== 'partial'}
                of={name.charAt(0).toLowerCase() + name.slice(1)}
              />
            </Paper>
          )}
        </Loaded>
      )}
    </Stack>
  );
}
