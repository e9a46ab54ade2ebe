import './home.css';
import { Anchor, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { useAccount } from '../../api/account.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { useLateMessages } from '../../api/messages.ts';
import { useChecks, useSenders } from '../../api/sending.ts';
import { useFirstTemplate } from '../../api/templates.ts';
import { CheckRows } from '../../parts/check-rows.tsx';
import { Copyable } from '../../parts/copy.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { Page } from '../../shell/page.tsx';
import { Checklist } from './checklist.tsx';
import { type Found, firstRun, isInUse } from './first-run.ts';
import { InUse } from './in-use.tsx';

/** What one should know first: how to begin, and later what went wrong. */
export function Component() {
  const overview = useOverview();
  return (
    <Page title="Overview">
      <Loaded query={overview} what="The overview could not be read">
        {(found) => {
          const steps = firstRun(found);
          const address = (
            <BaseAddress baseUrl={found.account.baseUrl} template={found.templates[0]} />
          );
          if (isInUse(found)) {
            return (
              <>
                <SetUp />
                <InUse found={found} steps={steps} address={address} />
              </>
            );
          }
          return (
            <>
              <SetUp />
              <Checklist steps={steps} />
              {address}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/**
 * What keeps mail from leaving, or from arriving, for everyone in this deployment. Nothing where all is
 * well, and nothing while it is not known: the overview does not wait for SES.
 */
function SetUp() {
  const { data = [] } = useChecks();
  const broken = data.filter(({ status }) => status === 'broken');
  if (broken.length === 0) return null;
  return (
    <Section
      title="Set-up to mend"
      lead="It is that of the whole deployment: whoever deploys it can mend it."
      actions={
        <Anchor component={Link} to="/settings/senders" size="sm">
          All checks
        </Anchor>
      }
    >
      <CheckRows checks={broken} />
    </Section>
  );
}

interface BaseAddressProps {
  baseUrl: string;
  /** Any one of the account: its API page shows how. */
  template: TemplateSummary | undefined;
}

/** Where one's own code goes, and what it finds there. */
function BaseAddress({ baseUrl, template }: BaseAddressProps) {
  return (
    <Section title="Where your code goes">
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Copyable text={baseUrl} what="base address" />
          <ul className="calls">
            <Call name="/execute">
              runs a template’s flow: checks, renders, then sends or hands back
            </Call>
            <Call name="/render">puts variables into a template and hands back the mail</Call>
            <Call name="/verify">checks an e-mail address</Call>
          </ul>
          <Text size="sm" c="dimmed">
            All three are POST with <code>Authorization: Bearer</code> and an{' '}
            <Anchor component={Link} to="/settings/api-keys" size="sm" underline="always">
              API key
            </Anchor>
            .{' '}
            {template && (
              <>
                Lines to copy:{' '}
                <Anchor
                  component={Link}
                  underline="always"
                  to={`/templates/${encodeURIComponent(template.id)}/api`}
                  size="sm"
                >
                  the API page of {template.name || template.id}
                </Anchor>
                .
              </>
            )}
          </Text>
        </Stack>
      </Paper>
    </Section>
  );
}

function Call({ name, children }: { name: string; children: string }) {
  return (
    <Text component="li" size="sm">
      <code>{name}</code> {children}
    </Text>
  );
}

export interface Overview extends Found {
  /** Whether there are more messages than those that were read. */
  isMore: boolean;
}

/** Everything that the overview is told from, once all of it is there. */
function useOverview() {
  const account = useAccount();
  const templates = useFirstTemplate();
  const senders = useSenders();
  const messages = useLateMessages();
  const keys = useApiKeys();
  const failed = [account, templates, senders, messages, keys].find(
    (query) => query.isLoadingError,
  );
  const data: Overview | undefined =
    account.data && templates.data && senders.data && messages.data && keys.data
      ? {
          account: account.data,
          templates: templates.data,
          senders: senders.data,
          messages: messages.data.items,
          isMore: messages.data.nextCursor !== null,
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
