import { Group, Select, Tabs, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Revision, Template } from '../../../../functions/manage/contracts/templates.ts';
import { draftOf } from '../../draft/draft.ts';
import { TemplateDifference } from '../../draft/template-difference.tsx';
import { momentWords } from '../../parts/time-words.ts';
import { RevisionLook } from './revision-look.tsx';
import { differenceWords, howWords, languageToShow } from './revision-words.ts';

/** Two ways to see a difference: the mails side by side, or the sources. */
export type ComparedAs = 'look' | 'source';

export interface ComparedProps {
  before: Revision;
  after: Revision;
  template: Template;
  /** The numbers that `before` can be compared with. */
  numbers: readonly number[];
  onCompare: (number: number) => void;
  shownAs: ComparedAs;
  onShowAs: (shownAs: ComparedAs) => void;
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
                  { value: '', label: ownWords(after.language ?? before.language) },
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

function ownWords(language: string | null): string {
  return language === null ? 'The template’s own' : `${language}, the template’s own`;
}

function originWords({ createdAt, by, how, note }: Revision): string {
  const who = by === null ? '' : `, ${by}${how === null ? '' : ` ${howWords(how)}`}`;
  return `${momentWords(createdAt)}${who}${note === null ? '' : `: “${note}”`}`;
}
