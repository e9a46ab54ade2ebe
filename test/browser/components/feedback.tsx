import { Alert, Button, SimpleGrid } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { OtherVersion, ServiceProblem, Unreachable } from '../../../dashboard/src/api/problem.ts';
import { CheckRows } from '../../../dashboard/src/parts/check-rows.tsx';
import { Empty, Loaded } from '../../../dashboard/src/parts/loaded.tsx';
import { ProblemAlert } from '../../../dashboard/src/parts/problem-alert.tsx';
import { Section } from '../../../dashboard/src/parts/section.tsx';
import type { Check } from '../../../functions/manage/contracts/sending.ts';

const problem = { code: 'invalid', requestId: null, detail: undefined, errors: [] } as const;

const refusal = new ServiceProblem({
  ...problem,
  ...{ status: 400, title: 'The request is invalid', revision: undefined },
  errors: [
    { pointer: '/subject', detail: 'must have at most 998 characters' },
    { pointer: '/html', detail: 'must not be empty' },
  ],
});

export const fault = new ServiceProblem({
  ...problem,
  ...{ status: 500, title: 'Internal server error', requestId: 'req_7Yk2', revision: undefined },
});

const refetch = () => undefined;
const loading = { data: undefined, isError: false, error: null, refetch } as const;
const failed = { data: undefined, isError: true, error: fault, refetch } as const;

const brokenCheck: Check = {
  ...{ code: 'dkim', status: 'broken', found: 'acme.example has no DKIM' },
  why: 'Without it many mailboxes reject the mails',
  fix: [{ kind: 'record', text: 'abc._domainkey.acme.example CNAME abc.dkim.amazonses.com' }],
};

/** Messages of the dashboard: alerts, notifications, and empty lists. */
export function Feedback() {
  const [isLoading, setLoading] = useState(false);
  return (
    <>
      <Section title="Alerts">
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Alert title="This template has a draft">
            No request serves it until it is published.
          </Alert>
          <Alert color="green" title="Sent to ada@example.com" role="status">
            SES accepted the mail.
          </Alert>
          <Alert color="yellow" title="The preview does not answer">
            <Button size="xs" variant="default">
              Load it again
            </Button>
          </Alert>
          <ProblemAlert what="The template was not saved" error={refusal} />
          <ProblemAlert what="The messages could not be loaded" error={fault} retry={notify} />
          <ProblemAlert error={new Unreachable('')} retry={notify} />
          <ProblemAlert error={new OtherVersion('GET /account', new Error('plan'))} />
        </SimpleGrid>
      </Section>
      <Section title="Notifications">
        <div>
          <Button variant="default" onClick={notify}>
            Show notifications
          </Button>
        </div>
      </Section>
      <Section
        title="Loading, failed, empty"
        actions={
          <Button variant="default" onClick={() => setLoading(!isLoading)}>
            {isLoading ? 'Hide the loading' : 'Show the loading'}
          </Button>
        }
      >
        {isLoading && (
          <>
            <Button loading aria-label="Save" w="fit-content" />
            <Loaded query={loading} what="">
              {() => null}
            </Loaded>
          </>
        )}
        <Loaded query={failed} what="The API keys could not be loaded">
          {() => null}
        </Loaded>
        <Empty title="No templates yet" action={<Button>New template</Button>}>
          A template is the subject, HTML and plain text of one kind of mail.
        </Empty>
      </Section>
      <Section title="Checks that failed">
        <CheckRows checks={[brokenCheck, { ...brokenCheck, code: 'dns', status: 'unknown' }]} />
      </Section>
    </>
  );
}

function notify(): void {
  notifications.show({ message: 'The key “shop” was revoked', autoClose: false });
  notifications.show({
    color: 'red',
    title: 'The draft was not saved',
    message: 'The service could not be reached.',
    autoClose: false,
  });
}
