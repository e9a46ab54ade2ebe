import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Empty } from '../../parts/loaded.tsx';
import { type Filters, isNarrowed, type View, viewOf, writeFilters } from './filters.ts';

/** Why a list has no rows, and how to get one. */
export function NoMessages({ filters }: { filters: Filters }) {
  return isNarrowed(filters) ? <NoneFound filters={filters} /> : empty[viewOf(filters)];
}

/** No message matches. An id finds its message among all of them; any other text only in the list that is shown. */
function NoneFound({ filters }: { filters: Filters }) {
  const isTest = filters.test === 'true';
  const other = String(writeFilters({ ...filters, test: isTest ? '' : 'true' }));
  return (
    <Empty
      title="No matching messages"
      action={
        <Button component={Link} to={{ search: other }} variant="default" size="xs">
          {isTest ? 'Look among the live messages' : 'Look among those of test keys'}
        </Button>
      }
    >
      No stored message matches. A message expires after some weeks, and a request without a valid
      key, template or body leaves none: the API’s answer said why.
    </Empty>
  );
}

const empty: Record<View, ReactNode> = {
  All: (
    <Empty
      title="No messages yet"
      action={
        <Button component={Link} to="/templates">
          Go to the templates
        </Button>
      }
    >
      This page shows the mails that flows send, with SES’s reports, and the requests that flows
      refuse. A template’s API page has requests for your code; its editor sends you a test mail.
    </Empty>
  ),
  Refused: (
    <Empty title="No refused requests">
      If a flow refuses a request, it is listed here with the reason: a missing variable, an address
      that cannot get mail, a suppressed recipient.
    </Empty>
  ),
  Scheduled: (
    <Empty title="No scheduled messages">
      A request with <code>_sendAt</code> is accepted for that time. Until then its message is
      listed here, and you can cancel it or send it at once.
    </Empty>
  ),
  'Test messages': (
    <Empty
      title="No test messages"
      action={
        <Button component={Link} to="/settings/api-keys" variant="default">
          Create a test key
        </Button>
      }
    >
      A test key captures its mails, redirects them to you, or sends to a list of addresses alone.
      Run your tests with one, and see here what they would have sent.
    </Empty>
  ),
};
