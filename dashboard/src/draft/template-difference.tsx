import './draft.css';
import { Box, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { later } from '../parts/later.tsx';
import { type Draft, type DraftPart, differingParts, partNames } from './draft.ts';

const TextDifference = later(() => import('./text-difference.tsx'));

export interface TemplateDifferenceProps {
  before: Draft;
  after: Draft;
  /** What the two are called: "Revision 3", "Yours". */
  names: { before: string; after: string };
  /** The level of the parts' headings. */
  order: 2 | 3;
}

/** The difference between two states of a template, part by part. */
export function TemplateDifference({ before, after, names, order }: TemplateDifferenceProps) {
  const parts = differingParts(before, after);
  if (parts.length === 0) return <Text>There is no difference.</Text>;
  return (
    <Stack>
      {parts.map((part) => (
        <PartDifference
          key={part}
          part={part}
          before={textIn(before, part)}
          after={textIn(after, part)}
          names={names}
          order={order}
        />
      ))}
    </Stack>
  );
}

/** The parts of one line. */
const shortParts: readonly DraftPart[] = [
  'name',
  'layout',
  'subject',
  'language',
  'keep',
  'secret',
];

interface PartDifferenceProps {
  part: DraftPart;
  before: string;
  after: string;
  names: TemplateDifferenceProps['names'];
  order: 2 | 3;
}

function PartDifference({ part, before, after, names, order }: PartDifferenceProps) {
  const isShort = shortParts.includes(part);
  return (
    <Box component="section" aria-label={partNames[part]}>
      <Title order={order} size="h5" mb={6}>
        {partNames[part]}
      </Title>
      <Paper withBorder radius="sm" className="difference">
        {isShort ? (
          <Stack gap={4} p="xs">
            <Line name={names.before} text={before} />
            <Line name={names.after} text={after} />
          </Stack>
        ) : (
          <Suspense fallback={<Skeleton h={120} />}>
            <TextDifference before={before} after={after} names={names} />
          </Suspense>
        )}
      </Paper>
    </Box>
  );
}

function Line({ name, text }: { name: string; text: string }) {
  return (
    <Group gap="sm" wrap="nowrap" align="baseline">
      <Text size="sm" w={170} flex="none">
        {name}
      </Text>
      <Code style={{ overflowWrap: 'anywhere' }}>{text || '(empty)'}</Code>
    </Group>
  );
}

function textIn(draft: Draft, part: DraftPart): string {
  if (part === 'flow') return draft.flow == null ? '(none)' : JSON.stringify(draft.flow, null, 2);
  if (part === 'secret') return draft.secret.join(', ');
  if (part === 'layout') return draft.layout ?? '(none)';
  if (part === 'language') return draft.language ?? '(not said)';
  if (part === 'languages') return languagesText(draft.languages);
  if (part === 'keep') return draft.keep ?? '(no copies)';
  return draft[part] ?? '(derived from the HTML)';
}

function languagesText(languages: Draft['languages']): string {
  const texts = Object.entries(languages).map(([tag, { subject, html, text }]) =>
    [`[${tag}] ${subject}`, html, text ?? '(plain text derived from the HTML)'].join('\n\n'),
  );
  return texts.length === 0 ? '(none)' : texts.sort().join('\n\n');
}
