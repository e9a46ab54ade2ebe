import { Badge, Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { IconCircle, IconCircleCheckFilled } from '../../parts/icons.tsx';
import { Section } from '../../parts/section.tsx';
import type { ChecklistStep } from './first-run.ts';

export function Checklist({ steps }: { steps: readonly ChecklistStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title="Send the first mail from your code"
      lead="The dashboard checks off each step automatically."
      actions={
        <Badge variant="default" size="lg">
          {done} of {steps.length} done
        </Badge>
      }
    >
      <StepList steps={steps} />
    </Section>
  );
}

export function StepList({ steps }: { steps: readonly ChecklistStep[] }) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Paper withBorder component="ol" className="bare-list rows">
      {steps.map((step) => (
        <StepRow key={step.title} step={step} isNext={step === next} />
      ))}
    </Paper>
  );
}

function StepRow({ step, isNext }: { step: ChecklistStep; isNext: boolean }) {
  const { title, words, isDone, to, verb } = step;
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start" flex="1 1 17.5rem" miw={0}>
        {isDone ? (
          <IconCircleCheckFilled className="good" size={22} aria-hidden />
        ) : (
          <IconCircle color="var(--mantine-color-dimmed)" size={22} stroke={1.6} aria-hidden />
        )}
        <Stack gap={0} miw={0}>
          <Title order={3} size="sm" fw={600}>
            {title}
            <VisuallyHidden>{isDone ? ' (done)' : ' (to do)'}</VisuallyHidden>
          </Title>
          <Text size="sm" c="dimmed" className="copyable">
            {words}
          </Text>
        </Stack>
      </Group>
      <Button
        component={Link}
        to={to}
        size="xs"
        variant={isNext ? 'filled' : isDone ? 'subtle' : 'default'}
        {...(isDone && { color: 'gray' })}
      >
        {verb}
      </Button>
    </Group>
  );
}
