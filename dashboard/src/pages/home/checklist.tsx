import {
  Badge,
  Box,
  Button,
  Group,
  Paper,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCreateApiKey } from '../../api/api-keys.ts';
import { IconCircle, IconCircleCheckFilled } from '../../parts/icons.tsx';
import { laterAlone } from '../../parts/later.tsx';
import { Quiet } from '../../parts/looks.tsx';
import { Allowed } from '../../parts/may.tsx';
import { MessageStateBadge, MessageTitle, Recipients } from '../../parts/message-state.tsx';
import { isProblemState, statesWithoutMail } from '../../parts/message-states.ts';
import { PageLink } from '../../parts/name.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Section } from '../../parts/section.tsx';
import { When } from '../../parts/when.tsx';
import { Figures } from './figures/figures.tsx';
import { type ChecklistStep, firstRun, type Overview, sendingTemplate } from './first-run.ts';

const FirstRequest = laterAlone(() => import('./first-request.tsx'));

/** The steps to the first mail that a request sends. The secret of the key is only in this component's state. */
export function Checklist({ found, onDismiss }: { found: Overview; onDismiss: () => void }) {
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

function StepList({ steps, createKey }: StepListProps) {
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
          <Quiet className="copyable">{words}</Quiet>
        </Stack>
      </Group>
      {createKey ? (
        <Allowed to="administer">
          <Button {...look} onClick={createKey.does} loading={createKey.isPending}>
            Create a test key
          </Button>
        </Allowed>
      ) : (
        <Button component={Link} to={to} state={state} {...look}>
          {verb}
        </Button>
      )}
    </Group>
  );
}

interface InUseProps {
  found: Overview;
  steps: readonly ChecklistStep[];
  address: ReactNode;
}

const maxShown = 8;

export function InUse({ found, steps, address }: InUseProps) {
  const open = steps.filter(({ isDone }) => !isDone);
  return (
    <>
      {open.length > 0 && (
        <Section title="Still to do">
          <StepList steps={open} />
        </Section>
      )}
      <Figures />
      <Problems {...found} />
      {address}
    </>
  );
}

function Problems({ messages, isMore }: Pick<Overview, 'messages' | 'isMore'>) {
  const count = messages.filter(({ state }) => !statesWithoutMail.has(state)).length;
  const problems = messages.filter(({ state }) => isProblemState(state));
  const among = isMore ? `the newest ${count} messages` : `all ${count} messages`;
  if (problems.length === 0) {
    return (
      <Section title="Problems">
        <Paper withBorder p="md">
          <Group gap="sm" wrap="nowrap">
            <IconCircleCheckFilled className="good" size={22} aria-hidden />
            <Text size="sm">
              {count === 0
                ? 'No request has sent a mail yet.'
                : `None among ${among}: none bounced, failed, was rejected or drew a complaint.`}
            </Text>
          </Group>
        </Paper>
      </Section>
    );
  }
  return (
    <Section
      title="Problems"
      lead={`${problems.length} among ${among}. Open one to see why, and what to do.`}
      actions={<PageLink to="/messages">All messages</PageLink>}
    >
      <Paper withBorder component="ul" className="bare-list rows">
        {problems.slice(0, maxShown).map((message) => (
          <Group key={message.id} component="li" gap="sm">
            <Box w={140}>
              <MessageStateBadge state={message.state} />
            </Box>
            <Box flex="1 1 12rem" miw={0}>
              <MessageTitle message={message} />
              <Recipients to={message.to} />
            </Box>
            <When at={message.createdAt} size="sm" c="dimmed" />
          </Group>
        ))}
      </Paper>
    </Section>
  );
}
