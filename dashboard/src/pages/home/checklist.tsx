import { Badge, Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCreateApiKey } from '../../api/api-keys.ts';
import { IconCircle, IconCircleCheckFilled } from '../../parts/icons.tsx';
import { laterAlone } from '../../parts/later.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Section } from '../../parts/section.tsx';
import { type ChecklistStep, firstRun, type Overview, sendingTemplate } from './first-run.ts';

const FirstRequest = laterAlone(() => import('./first-request.tsx'));

interface ChecklistProps {
  found: Overview;
  onDismiss: () => void;
}

/** The steps to the first mail that a request sends. The secret of the key is only in this component's state. */
export function Checklist({ found, onDismiss }: ChecklistProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const create = useCreateApiKey(setSecret);
  const steps = firstRun(found);
  const done = steps.filter(({ isDone }) => isDone).length;
  const template = sendingTemplate(found);
  const hasKey = steps.some(({ code, isDone }) => code === 'api-key' && isDone);
  return (
    <Section
      title="Send the first mail from your code"
      lead="The dashboard checks off each step automatically."
      actions={
        <>
          <Badge variant="default" size="lg">
            {done} of {steps.length} done
          </Badge>
          <Button variant="subtle" color="gray" size="xs" onClick={onDismiss}>
            {done === steps.length ? 'Go to the overview' : 'Dismiss'}
          </Button>
        </>
      }
    >
      <StepList
        steps={steps}
        createKey={
          secret === null
            ? {
                does: () => create.mutate({ name: 'First request', mode: 'test' }),
                isPending: create.isPending,
              }
            : undefined
        }
      />
      {create.error && <ProblemAlert error={create.error} what="The key was not created" />}
      {template && hasKey && <FirstRequest {...{ found, secret, id: template.id }} />}
    </Section>
  );
}

interface StepListProps {
  steps: readonly ChecklistStep[];
  /** Creates a test key in place of leading to the page of the keys. */
  createKey?: { does: () => void; isPending: boolean } | undefined;
}

export function StepList({ steps, createKey }: StepListProps) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Paper withBorder component="ol" className="bare-list rows">
      {steps.map((step) => (
        <StepRow
          key={step.title}
          step={step}
          isNext={step === next}
          createKey={step.code === 'api-key' ? createKey : undefined}
        />
      ))}
    </Paper>
  );
}

interface StepRowProps extends Pick<StepListProps, 'createKey'> {
  step: ChecklistStep;
  isNext: boolean;
}

function StepRow({ step, isNext, createKey }: StepRowProps) {
  const { code, title, words, isDone, to, state, verb } = step;
  const look = {
    size: 'xs',
    // The request stands below the steps.
    variant: isDone ? 'subtle' : isNext && code !== 'request' ? 'filled' : 'default',
    ...(isDone && { color: 'gray' }),
  } as const;
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
      {createKey ? (
        <Button {...look} onClick={createKey.does} loading={createKey.isPending}>
          Create a test key
        </Button>
      ) : (
        <Button component={Link} to={to} state={state} {...look}>
          {verb}
        </Button>
      )}
    </Group>
  );
}
