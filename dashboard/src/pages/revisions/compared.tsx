import { Group, Select, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { Revision, Template } from '../../../../functions/manage/contracts/templates.ts';
import { draftOf } from '../../draft/draft.ts';
import { LooksOrSource, type ShownAs } from '../../draft/looks.tsx';
import { Quiet } from '../../parts/looks.tsx';
import { momentWords } from '../../parts/time-words.ts';
import { whoWords } from './revision-words.ts';

export interface ComparedProps {
  before: Revision;
  after: Revision;
  template: Template;
  numbers: readonly number[];
  onCompare: (number: number) => void;
  shownAs: ShownAs;
  onShowAs: (shownAs: ShownAs) => void;
}

export function Compared(props: ComparedProps) {
  const { before, after, template, numbers, onCompare, shownAs, onShowAs } = props;
  const nameOf = (number: number) =>
    number === template.revision ? `Revision ${number}, current` : `Revision ${number}`;
  const drafts = useMemo(
    () => ({ before: draftOf(before), after: draftOf(after) }),
    [before, after],
  );
  const name = nameOf(before.revision);
  return (
    <>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <Title order={2} size="h4">
            {name}
          </Title>
          <Quiet style={{ overflowWrap: 'anywhere' }}>{originWords(before)}</Quiet>
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
      <LooksOrSource
        {...{ template, shownAs, onShowAs }}
        before={{ name, key: `${before.revision}`, content: drafts.before }}
        after={{ name: nameOf(after.revision), key: `${after.revision}`, content: drafts.after }}
        order={3}
      />
    </>
  );
}

function originWords(revision: Revision): string {
  const { createdAt, note } = revision;
  const who = whoWords(revision);
  return `${momentWords(createdAt)}${who && ` by ${who}`}${note === null ? '' : `: “${note}”`}`;
}
