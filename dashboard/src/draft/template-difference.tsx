import './draft.css';
import { Box, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { type PartName, partRows } from '../../../shared/engine/template-parts.ts';
import { later } from '../parts/later.tsx';
import { type Draft, differingParts } from './draft.ts';

const TextDifference = later(() => import('./text-difference.tsx'));

interface TemplateDifferenceProps {
  before: Draft;
  after: Draft;
  names: { before: string; after: string };
  order: 2 | 3;
}

export function TemplateDifference({ names, order, ...drafts }: TemplateDifferenceProps) {
  const parts = differingParts(drafts.before, drafts.after);
  if (parts.length === 0) return <Text>There is no difference.</Text>;
  return (
    <Stack>
      {parts.map((part) => {
        const { label, isLine } = partRows[part];
        const [before, after] = [textIn(drafts.before, part), textIn(drafts.after, part)];
        return (
          <Box component="section" aria-label={label} key={part}>
            <Title order={order} size="h5" mb={6}>
              {label}
            </Title>
            <Paper withBorder radius="sm" style={{ overflow: 'hidden' }}>
              {isLine ? (
                <Stack gap={4} p="xs">
                  <Line name={names.before} text={before} />
                  <Line name={names.after} text={after} />
                </Stack>
              ) : (
                <Suspense fallback={<Skeleton h={120} />}>
                  <TextDifference {...{ before, after, names }} />
                </Suspense>
              )}
            </Paper>
          </Box>
        );
      })}
    </Stack>
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

function textIn(draft: Draft, part: PartName): string {
  const value = part === 'languages' ? languagesText(draft.languages) : draft[part];
  if (value === null || value === undefined) return partRows[part].lack ?? '';
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value, null, 2);
}

function languagesText(languages: Draft['languages']): string | null {
  const texts = Object.entries(languages).map(([tag, { subject, html, ...others }]) => {
    const more = Object.values(others).map((text) => text ?? '(plain text derived from the HTML)');
    return [`[${tag}] ${subject}`, html, ...more].join('\n\n');
  });
  return texts.length === 0 ? null : texts.sort().join('\n\n');
}
