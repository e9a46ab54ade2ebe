import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import type { Account } from '../../../../functions/manage/contracts/account.ts';
import { useAccount } from '../../api/account.ts';
import { Copyable, Facts } from '../../parts/copy.tsx';
import { counted } from '../../parts/counted.ts';
import { fileSize } from '../../parts/file-size.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { IconPencil } from '../../parts/icons.tsx';
import { laterAlone } from '../../parts/later.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Allowed } from '../../parts/may.tsx';
import { Section } from '../../parts/section.tsx';
import { Page } from '../../shell/page.tsx';
import { ThisMonth, UsageCost } from './usage-cost.tsx';

const RenameAccount = laterAlone(() => import('./rename-account.tsx'));

export function Component() {
  const account = useAccount();
  return (
    <Page title="Account" lead="Templates, messages and API keys all belong to this account.">
      <Loaded query={account} what="The account could not be loaded">
        {(account) => (
          <>
            <ThisMonth />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg">
              <Identity account={account} />
              <Limits account={account} />
            </SimpleGrid>
            <UsageCost />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Identity({ account: { name, accountId, baseUrl, user, roles } }: { account: Account }) {
  const [isRenaming, setRenaming] = useState(false);
  return (
    <Section title="Identity">
      <Paper withBorder p="md">
        <Facts
          of={{
            Name: (
              <Group gap={4} wrap="nowrap">
                {name}
                <Allowed to="administer">
                  <IconButton
                    icon={IconPencil}
                    label="Rename the account"
                    onClick={() => setRenaming(true)}
                  />
                </Allowed>
              </Group>
            ),
            'Account id': <Copyable text={accountId} what="account id" />,
            'Base address of the API': <Copyable text={baseUrl} what="base address" />,
            'Signed in as': user?.email ?? 'No user: a local run has no sign-in',
            'Your role': roles.join(' and '),
          }}
        />
      </Paper>
      {isRenaming && <RenameAccount name={name} onClose={() => setRenaming(false)} />}
    </Section>
  );
}

function Limits({ account: { plan, limits, usage } }: { account: Account }) {
  const made = usage?.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <Section title="Plan and limits">
      <Paper withBorder p="md">
        <Facts
          of={{
            Plan: (
              <Text span inherit tt="capitalize">
                {plan}
              </Text>
            ),
            Requests: (
              <>
                {limits.requestsPerMinute.toLocaleString('en')} a minute, all keys together; beyond
                that a call gets status 429 with <code>Retry-After</code>
              </>
            ),
            'Requests in 30 days':
              made === undefined ? 'API Gateway does not answer' : counted(made, 'request'),
            Recipients: `${limits.recipients} in one mail, in To, Cc and Bcc together`,
            Templates: `${fileSize(limits.templateHtmlBytes)} of HTML each`,
          }}
        />
      </Paper>
    </Section>
  );
}
