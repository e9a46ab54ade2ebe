import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Part, Recent } from '../../../../../functions/manage/contracts/overview.ts';
import type { Pausable } from '../../../api/pause.ts';
import { IconAlertTriangle } from '../../../parts/icons.tsx';
import { PageLink } from '../../../parts/page-link.tsx';
import { LatePauseDialog, PausedBadge } from '../../../parts/pause.tsx';
import { alarmOf, measures, messagesPath, percentWords, rateOf } from './measures.ts';

const words = { bounced: 'bounces', complained: 'complaints' } as const;

/** A rate of the last 24 hours that is near SES's limit or over it, with its largest part. */
export function Alarms({ recent }: { recent: Recent | null }) {
  if (recent === null) return null;
  return (['bounced', 'complained'] as const).map((of) => {
    const alarm = alarmOf(of, recent.tally);
    const part = recent[of];
    const { share, limit } = rateOf(of, recent.tally) ?? {};
    if (!alarm || !part || share === undefined || !limit) return null;
    return (
      <Alert
        key={of}
        color={alarm === 'over' ? 'red' : 'yellow'}
        icon={<IconAlertTriangle size={20} aria-hidden />}
        title={`${percentWords(share)} ${words[of]} in the last 24 hours. SES looks closer at ${percentWords(limit)}.`}
      >
        <LargestPart part={part} of={of} all={recent.tally[of]} since={recent.since} />
      </Alert>
    );
  });
}

interface LargestPartProps {
  part: Part;
  of: keyof typeof words;
  all: number;
  since: string;
}

function LargestPart({ part, of, all, since }: LargestPartProps) {
  const [pausing, setPausing] = useState<Pausable | null>(null);
  const { templateId: id, templateName, paused, domain, count } = part;
  const name = templateName || id;
  const measure = measures.find((each) => each.id === of) ?? {};
  const path = messagesPath(measure, { template: id, domain, from: since });
  return (
    <Group gap="xs" justify="space-between">
      <PageLink to={path} inherit underline="always">
        {count.toLocaleString('en')} of the {all.toLocaleString('en')} {words[of]}:{' '}
        <bdi>{name}</bdi> to <bdi>{domain}</bdi>
      </PageLink>
      {paused || !templateName ? (
        <PausedBadge paused={paused} />
      ) : (
        <Button
          size="xs"
          variant="default"
          onClick={() => setPausing({ kind: 'template', id, name, paused })}
        >
          Pause {name}
        </Button>
      )}
      {pausing && <LatePauseDialog target={pausing} onClose={() => setPausing(null)} />}
    </Group>
  );
}
