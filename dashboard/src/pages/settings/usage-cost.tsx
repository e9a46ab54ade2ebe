import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type Usage,
  type UsageBy,
  usageTables,
} from '../../../../functions/manage/contracts/usage.ts';
import { useUsage } from '../../api/usage.ts';
import { Counting } from '../../parts/counting.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Section } from '../../parts/section.tsx';
import { When } from '../../parts/when.tsx';
import { UsageTable } from './usage-table.tsx';

const titles: Record<UsageBy, string> = { template: 'Template', key: 'API key', day: 'Day (UTC)' };

/** What the account sent in the last 30 days and what that costs, by template, key or day. */
export function UsageCost() {
  const [by, setBy] = useState<UsageBy>('template');
  const query = useUsage(by);
  const { data, isError, error, refetch, isFetching } = query;
  const again = () => void refetch();
  return (
    <Section
      title="Mails and their cost"
      lead="The last 30 days, counted from the logs. An estimate; AWS’s bill is the truth."
      actions={
        <>
          {isFetching && <Counting />}
          <SegmentedControl
            aria-label="What each row is"
            value={by}
            onChange={(value) => setBy(value as UsageBy)}
            data={usageTables.map((value) => ({ value, label: titles[value] }))}
          />
        </>
      }
    >
      {data ? (
        <Counted found={data} title={titles[by]} by={by} again={again} />
      ) : isError ? (
        <ProblemAlert error={error} what="The mails could not be counted" retry={again} />
      ) : (
        <Skeleton className="usage-wait" />
      )}
    </Section>
  );
}

interface CountedProps {
  found: Usage;
  title: string;
  by: UsageBy;
  again: () => void;
}

function Counted({ found: { rows, goneBefore, isCut }, title, by, again }: CountedProps) {
  if (rows === null) {
    return (
      <Group gap="md">
        <Text size="sm" c="dimmed">
          CloudWatch did not count the mails in time, or refused to.
        </Text>
        <Button size="compact-sm" variant="default" onClick={again}>
          Count again
        </Button>
      </Group>
    );
  }
  return (
    <Stack gap="xs">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          No request was made in the last 30 days.
        </Text>
      ) : (
        <UsageTable rows={rows} title={title} by={by} />
      )}
      {goneBefore !== null && (
        <Text size="sm" c="dimmed">
          The logs from before <When at={goneBefore} span /> are gone and not counted.
        </Text>
      )}
      {isCut && (
        <Text size="sm" c="dimmed">
          There are more rows than CloudWatch returns. Those with the fewest requests are missing.
        </Text>
      )}
    </Stack>
  );
}
