import { Alert, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { readersAddress } from '../../api/readers-address.ts';
import { useTemplate } from '../../api/templates.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { IconCircleCheckFilled } from '../../parts/icons.tsx';
import { Quiet } from '../../parts/looks.tsx';
import { titleOf } from '../../parts/message-states.ts';
import { curl, executeRequest, keyVariable, safeRecipient } from '../api/examples.ts';
import { firstSent, type Overview } from './first-run.ts';

interface FirstRequestProps {
  found: Overview;
  /** The template that the request names. */
  id: string;
  /** The key that was created in this visit; null if there is none. */
  secret: string | null;
}

/** The first request, ready to run, and whether it has arrived. */
export default function FirstRequest({ found, id, secret }: FirstRequestProps) {
  const { data: template } = useTemplate(id);
  if (!template) return null;
  const { url, body } = executeRequest(found.account.baseUrl, template);
  const to = readersAddress(found.account) || safeRecipient;
  const request = curl({ url, headers: {}, body: { ...body, _to: to } });
  const withKey = secret === null ? request : request.replace(`$${keyVariable}`, secret);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={3} size="sm" fw={600}>
          Run this in a terminal
        </Title>
        <Quiet>
          {secret === null
            ? `Put your key in place of $${keyVariable}, or create a test key here.`
            : 'It has your new test key, which the page forgets when you leave. The mail is captured: you can read it here, and no person gets it.'}
        </Quiet>
        <CodeBlock text={withKey} label="The first request" />
        <Arrival found={found} />
      </Stack>
    </Paper>
  );
}

function Arrival({ found }: Pick<FirstRequestProps, 'found'>) {
  const sent = firstSent(found);
  if (sent) {
    return (
      <Group gap="sm" role="status">
        <IconCircleCheckFilled className="good" size={22} aria-hidden />
        <Text size="sm" fw={600}>
          Your first request has sent a mail.
        </Text>
        <Button component={Link} to={`/messages/${sent.id}`} size="xs">
          Open the message
        </Button>
      </Group>
    );
  }
  const [refused] = [...found.tests, ...found.messages].filter(({ keyId }) => keyId !== null);
  return (
    <Stack gap="sm" role="status">
      {refused && (
        <Alert color="yellow" title="A request arrived, but no mail was sent">
          {titleOf(refused)}. <Link to={`/messages/${refused.id}`}>See what happened</Link>
        </Alert>
      )}
      <Group gap="sm">
        <Loader size="xs" aria-hidden />
        <Text size="sm">Waiting for your first request…</Text>
      </Group>
    </Stack>
  );
}
