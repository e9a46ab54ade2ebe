import { Anchor, Group, Paper, Text } from '@mantine/core';
import { Link } from 'react-router';
import { isBroken, useWebhooks } from '../../api/webhooks.ts';
import { IconAlertTriangleFilled } from '../../parts/icons.tsx';
import { Section } from '../../parts/section.tsx';
import { When } from '../../parts/when.tsx';

/** The webhooks that do not get their events, unless somebody paused them. The overview does not wait for them. */
export function BrokenWebhooks() {
  const { data = [] } = useWebhooks();
  const broken = data.filter(isBroken);
  if (broken.length === 0) return null;
  return (
    <Section
      title="Webhook problems"
      lead="These addresses of your servers do not get their events."
      actions={
        <Anchor component={Link} to="/settings/webhooks" size="sm">
          All webhooks
        </Anchor>
      }
    >
      <Paper withBorder component="ul" className="bare-list rows">
        {broken.map(({ id, url, state, failingSince }) => (
          <Group key={id} component="li" gap="sm" wrap="nowrap" align="flex-start">
            <IconAlertTriangleFilled
              size={20}
              className="check-icon"
              data-status="broken"
              aria-hidden
            />
            <Text size="sm" component="div" className="copyable">
              <strong>{url}</strong>{' '}
              {state === 'paused' ? 'was paused, because it failed' : 'fails'}
              {failingSince && (
                <>
                  ; its first failure was <When at={failingSince} span />
                </>
              )}
              .
            </Text>
          </Group>
        ))}
      </Paper>
    </Section>
  );
}
