import { Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { useAccount } from '../../api/account.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { useRecentMessages, useTestMessages } from '../../api/messages.ts';
import { useChecks, useSenders } from '../../api/sending.ts';
import { useFirstTemplates } from '../../api/templates.ts';
import { isBroken, useWebhooks } from '../../api/webhooks.ts';
import { CheckRows } from '../../parts/check-rows.tsx';
import { Copyable } from '../../parts/copy.tsx';
import { IconAlertTriangleFilled } from '../../parts/icons.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Quiet } from '../../parts/looks.tsx';
import { PageLink } from '../../parts/name.tsx';
import { Section } from '../../parts/section.tsx';
import { FiguresWait } from '../../parts/skeletons.tsx';
import { useSetting } from '../../parts/use-setting.ts';
import { When } from '../../parts/when.tsx';
import { Page } from '../../shell/page.tsx';
import { Checklist, InUse } from './checklist.tsx';
import { firstRun, firstSent, isSentByRequest, type Overview } from './first-run.ts';

/** How to begin; later the problems of recent messages. */
export function Component() {
  const overview = useOverview();
  return (
    <Page title="Overview">
      <Loaded query={overview} what="The overview could not be loaded" wait={<FiguresWait />}>
        {(found) => (
          <>
            <BrokenChecks />
            <BrokenWebhooks />
            <Body found={found} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The first steps until a request has sent a mail. A visit that began with them keeps them, and shows that mail. */
function Body({ found }: { found: Overview }) {
  const { account, templates } = found;
  const [begins] = useState(() => firstSent(found) === undefined);
  const [dismissed, setDismissed] = useSetting(`first-steps:${account.accountId}`, '');
  const address = <BaseAddress baseUrl={account.baseUrl} template={templates[0]} />;
  if (!begins || dismissed !== '') {
    return <InUse found={found} steps={firstRun(found)} address={address} />;
  }
  return (
    <>
      <Checklist found={found} onDismiss={() => setDismissed('dismissed')} />
      {address}
    </>
  );
}

// The overview does not wait for SES to answer the checks.
function BrokenChecks() {
  const { data = [] } = useChecks();
  const broken = data.filter(({ status }) => status === 'broken');
  if (broken.length === 0) return null;
  return (
    <Section
      title="Set-up problems"
      lead="They affect the whole deployment. The person who deploys it can fix them."
      actions={<PageLink to="/settings/senders">All checks</PageLink>}
    >
      <CheckRows checks={broken} />
    </Section>
  );
}

interface BaseAddressProps {
  baseUrl: string;
  template: TemplateSummary | undefined;
}

function BaseAddress({ baseUrl, template }: BaseAddressProps) {
  return (
    <Section title="Base address of the API">
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Copyable text={baseUrl} what="base address" />
          <Quiet>
            Every call is a POST request with <code>Authorization: Bearer</code> and an{' '}
            <PageLink to="/settings/api-keys" underline="always">
              API key
            </PageLink>
            . The{' '}
            <PageLink to="/docs/api" underline="always">
              API reference
            </PageLink>{' '}
            has all endpoints.{' '}
            {template && (
              <>
                Example requests:{' '}
                <PageLink
                  underline="always"
                  to={`/templates/${encodeURIComponent(template.id)}/api`}
                >
                  the API page of {template.name || template.id}
                </PageLink>
                .
              </>
            )}
          </Quiet>
        </Stack>
      </Paper>
    </Section>
  );
}

function useOverview() {
  const account = useAccount();
  const templates = useFirstTemplates();
  const senders = useSenders();
  const messages = useRecentMessages();
  const keys = useApiKeys();
  // Their problems stand above the numbers, which must not move when they come.
  const webhooks = useWebhooks();
  const isInUse = messages.data?.items.some(isSentByRequest);
  const tests = useTestMessages(isInUse === false);
  const failed = [account, templates, senders, messages, keys, tests].find(
    (query) => query.isLoadingError,
  );
  const data: Overview | undefined =
    account.data &&
    templates.data &&
    senders.data &&
    messages.data &&
    keys.data &&
    !webhooks.isPending &&
    (isInUse || tests.data)
      ? {
          account: account.data,
          templates: templates.data,
          senders: senders.data,
          messages: messages.data.items,
          isMore: messages.data.nextCursor !== null,
          tests: tests.data?.items ?? [],
          keys: keys.data.items,
        }
      : undefined;
  return {
    data,
    isError: failed !== undefined,
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
  };
}

// Leaves out those that a user paused.
function BrokenWebhooks() {
  const { data = [] } = useWebhooks();
  const broken = data.filter(isBroken);
  if (broken.length === 0) return null;
  return (
    <Section
      title="Webhook problems"
      lead="These addresses of your servers do not get their events."
      actions={<PageLink to="/settings/webhooks">All webhooks</PageLink>}
    >
      <Paper withBorder component="ul" className="bare-list rows">
        {broken.map(({ id, url, state, failingSince }) => (
          <Group key={id} component="li" gap="sm" wrap="nowrap" align="flex-start">
            <IconAlertTriangleFilled size={20} style={{ color: 'var(--bad)' }} aria-hidden />
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
