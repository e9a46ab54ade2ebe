import { Box, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAccount } from '../../api/account.ts';
import { useTemplate, useTemplates } from '../../api/templates.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Empty } from '../../parts/loaded.tsx';
import { curl, executeRequest } from '../api/examples.ts';
import { type Filters, isNarrowed, type View, viewOf, writeFilters } from './filters.ts';

/** Why a list has no rows, and how to get one. */
export function NoMessages({ filters }: { filters: Filters }) {
  const view = viewOf(filters);
  if (isNarrowed(filters)) return <NoneFound filters={filters} />;
  const Why = empty[view];
  return <Why />;
}

/** No message matches. An id finds its message among all of them; any other text only in the list that is shown. */
function NoneFound({ filters }: { filters: Filters }) {
  const isTest = filters.test === 'true';
  const other = String(writeFilters({ ...filters, test: isTest ? '' : 'true' }));
  return (
    <Empty
      title="No matching messages"
      action={
        <Group justify="center">
          <Button component={Link} to={{ search: other }} variant="default" size="xs">
            {isTest ? 'Look among the live messages' : 'Look among those of test keys'}
          </Button>
        </Group>
      }
    >
      No stored message matches. A message expires after some weeks, and a request without a valid
      key, template or body leaves none: the API’s answer said why.
    </Empty>
  );
}

const empty: Record<View, () => React.ReactNode> = {
  All: () => (
    <Empty
      title="No messages yet"
      action={
        <>
          <ExampleRequest what="A request that sends a mail" />
          <Button component={Link} to="/templates">
            Go to the templates
          </Button>
        </>
      }
    >
      This page shows the mails that flows send, with SES’s reports, and the requests that flows
      refuse. Send one from your code, or open a template and send yourself a test mail.
    </Empty>
  ),
  Refused: () => (
    <Empty
      title="No refused requests"
      action={
        <ExampleRequest what="A request that is refused" change={() => ({ _to: 'nobody' })} />
      }
    >
      If a flow refuses a request, it is listed here with the reason: a missing variable, an address
      that cannot get mail, a suppressed recipient. This request has a wrong address:
    </Empty>
  ),
  Scheduled: () => (
    <Empty
      title="No scheduled messages"
      action={
        <ExampleRequest
          what="A request for a mail in an hour"
          change={() => ({ _sendAt: inAnHour() })}
        />
      }
    >
      A request with <code>_sendAt</code> is accepted for that time. Until then its message is
      listed here, and you can cancel it or send it at once.
    </Empty>
  ),
  'Test messages': () => (
    <Empty
      title="No test messages"
      action={
        <>
          <ExampleRequest what="A request with a test key" />
          <Button component={Link} to="/settings/api-keys" variant="default">
            Create a test key
          </Button>
        </>
      }
    >
      A test key captures its mails, redirects them to you, or sends to a list of addresses alone.
      Run your tests with one, and see here what they would have sent.
    </Empty>
  ),
};

function inAnHour(): string {
  const time = new Date(Date.now() + 3_600_000);
  return `${time.toISOString().slice(0, 19)}Z`;
}

interface ExampleRequestProps {
  /** Names the command for screen readers. */
  what: string;
  /** Returns further fields of the example's body. Called once. */
  change?: () => Record<string, string>;
}

/** A command that sends with the account's first template whose flow sends; nothing if there is none. */
function ExampleRequest(props: ExampleRequestProps) {
  const templates = useTemplates({ search: '', kind: 'template', state: undefined }).data?.items;
  const id = templates?.find(({ flowStatus }) => flowStatus === 'provider')?.id;
  return id === undefined ? null : <Example id={id} {...props} />;
}

function Example({ id, what, change }: ExampleRequestProps & { id: string }) {
  const [more] = useState(() => change?.() ?? {});
  const template = useTemplate(id).data;
  const baseUrl = useAccount().data?.baseUrl;
  if (!template || baseUrl === undefined) return null;
  const { url, body } = executeRequest(baseUrl, template);
  return (
    <Box w="100%" maw="40rem" ta="start">
      <CodeBlock label={what} text={curl({ url, headers: {}, body: { ...body, ...more } })} />
    </Box>
  );
}
