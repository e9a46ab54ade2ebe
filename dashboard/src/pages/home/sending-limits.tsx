import { Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import type { Check } from '../../../../functions/manage/contracts/sending.ts';
import { useChecks } from '../../api/sending.ts';
import { checkColor } from '../../parts/check-rows.tsx';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconHelpCircle,
} from '../../parts/icons.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Section } from '../../parts/section.tsx';

/** The checks that say how much SES sends, and to whom. */
const codes: readonly string[] = ['ses-sandbox', 'sending-paused', 'daily-quota-nearly-used'];

/** Whether SES sends to everybody, and how much of its daily quota is used. */
export function SendingLimits() {
  const checks = useChecks();
  return (
    <Section
      title="Sending limits of SES"
      lead="For all accounts of the deployment together."
      actions={<PageLink to="/settings/senders">All checks</PageLink>}
    >
      <Loaded query={checks} what="The limits could not be loaded">
        {(found) => (
          <Paper withBorder component="ul" className="bare-list rows">
            {found
              .filter(({ code }) => codes.includes(code))
              .map((check) => (
                <Limit key={check.code} check={check} />
              ))}
          </Paper>
        )}
      </Loaded>
    </Section>
  );
}

const looks = {
  ok: { icon: IconCircleCheckFilled, words: '' },
  broken: { icon: IconAlertTriangleFilled, words: 'Broken: ' },
  unknown: { icon: IconHelpCircle, words: 'Unknown: ' },
  skipped: { icon: IconHelpCircle, words: 'Not checked: ' },
} as const satisfies Record<Check['status'], unknown>;

function Limit({ check: { status, found } }: { check: Check }) {
  const { icon: Icon, words } = looks[status];
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Icon size={18} style={{ color: checkColor(status) }} aria-hidden />
      <Text size="sm">
        <VisuallyHidden>{words}</VisuallyHidden>
        {found}.
      </Text>
    </Group>
  );
}
