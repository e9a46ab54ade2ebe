import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useChecks } from '../../api/checks.ts';
import { CheckRows } from '../../parts/check-rows.tsx';
import { Section } from '../../parts/section.tsx';

/**
 * What keeps mail from leaving, or from arriving, for everyone in this deployment. Nothing where all is
 * well, and nothing while it is not known: the overview does not wait for SES.
 */
export function SetUp() {
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
