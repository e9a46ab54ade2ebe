import { Paper, Text } from '@mantine/core';
import { useTemplatePauses } from '../../api/pause.ts';
import { PausedBy } from '../../parts/paused-badge.tsx';
import { shortMoment } from '../../parts/time-words.ts';

/** Who paused and resumed the template; nothing if it was never paused. */
export function Pauses({ id }: { id: string }) {
  const { data: pauses = [] } = useTemplatePauses(id);
  if (pauses.length === 0) return null;
  return (
    <Paper withBorder p="sm" component="ul" className="bare-list" aria-label="Pauses">
      {pauses.map(({ resumed, ...pause }) => (
        <Text key={pause.at} component="li" size="sm">
          <PausedBy pause={pause} />{' '}
          {resumed
            ? `Resumed by ${resumed.by} on ${shortMoment(resumed.at)}.`
            : 'It is still paused.'}
        </Text>
      ))}
    </Paper>
  );
}
