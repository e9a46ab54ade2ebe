import { Group, Select, Tabs, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { Revision, Template } from '../../../../functions/manage/contracts/templates.ts';
import { differenceWords } from '../../draft/change-words.ts';
import { draftOf } from '../../draft/draft.ts';
import { Looks } from '../../draft/looks.tsx';
import { TemplateDifference } from '../../draft/template-difference.tsx';
import { momentWords } from '../../parts/time-words.ts';
import { whoWords } from './revision-words.ts';

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
  const names = { before: nameOf(before.revision), after: nameOf(after.revision) };
  const isSame = before.revision === after.revision;
  const looks = [
    { name: names.before, key: `${before.revision}`, content: drafts.before },
    { name: names.after, key: `${after.revision}`, content: drafts.after },
  ];
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
          <Looks template={template} looks={isSame ? looks.slice(0, 1) : looks}>
            <Text size="sm">{differenceWords(drafts.before, drafts.after)}</Text>
          </Looks>
        </Tabs.Panel>
        <Tabs.Panel value="source" pt="sm">
          {shownAs === 'source' && <TemplateDifference {...drafts} names={names} order={3} />}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function originWords(revision: Revision): string {
  const { createdAt, note } = revision;
  const who = whoWords(revision);
  return `${momentWords(createdAt)}${who && ` by ${who}`}${note === null ? '' : `: “${note}”`}`;
}
