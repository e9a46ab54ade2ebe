import { Grid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../parts/section.tsx';
import { Usage } from '../../parts/usage.tsx';
import { StepList } from './checklist.tsx';
import type { Step } from './first-run.ts';
import { lateMessages } from './late-messages.ts';
import { Problems } from './problems.tsx';
import { States } from './states.tsx';
import type { Overview } from './use-overview.ts';

/** What is without use to somebody whose code sends already: a test of the dashboard's. */
const beginnersOnly: ReadonlySet<string> = new Set(['Send yourself a test']);

export interface InUseProps {
  found: Overview;
  steps: readonly Step[];
  /** Where code goes: it stands below what went wrong. */
  address: ReactNode;
}

/** An account at work: what went wrong first, then how much there was. */
export function InUse({ found, steps, address }: InUseProps) {
  const { messages, isMore, account } = found;
  const late = lateMessages(messages);
  const open = steps.filter(({ isDone, title }) => !isDone && !beginnersOnly.has(title));
  return (
    <>
      {open.length > 0 && (
        <Section title="Still to do">
          <StepList steps={open} />
        </Section>
      )}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="xl">
            <Problems late={late} count={messages.length} isMore={isMore} />
            {address}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="xl">
            <States messages={messages} late={late} isMore={isMore} />
            <Section title="Requests per day" lead="All keys together, in UTC days.">
              <Usage usage={account.usage} />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}
