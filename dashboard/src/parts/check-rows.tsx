import { Anchor, Code, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { Check, FixStep } from '../../../functions/manage/contracts/sending.ts';
import { CopyIcon } from './copy.tsx';
import { IconAlertTriangleFilled, IconHelpCircle } from './icons.tsx';
import { Quiet } from './looks.tsx';

export function CheckRows({ checks }: { checks: readonly Check[] }) {
  return (
    <Paper withBorder component="ul" className="bare-list rows">
      {checks.map((check) => (
        <CheckRow key={check.code} check={check} />
      ))}
    </Paper>
  );
}

function CheckRow({ check: { code, status, found, why, fix } }: { check: Check }) {
  const isBroken = status === 'broken';
  const Icon = isBroken ? IconAlertTriangleFilled : IconHelpCircle;
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Icon
        size={20}
        style={{ color: isBroken ? 'var(--bad)' : 'var(--mantine-color-dimmed)' }}
        aria-hidden
      />
      <Stack gap={2} miw={0} flex={1}>
        <Text size="sm" fw={600} className="copyable">
          <VisuallyHidden>{isBroken ? 'Broken: ' : 'Unknown: '}</VisuallyHidden>
          {found}.
        </Text>
        <Quiet>
          {isBroken ? `${why}.` : 'This check could not run.'}{' '}
          <Text span size="sm" ff="monospace">
            {code}
          </Text>
        </Quiet>
        {fix.length > 0 && (
          <details className="more">
            <summary>How to fix it</summary>
            <Stack gap={6}>
              {fix.map((step) => (
                <Step key={step.text} step={step} />
              ))}
            </Stack>
          </details>
        )}
      </Stack>
    </Group>
  );
}

const copied = { run: 'Copy the command', record: 'Copy the record' };

function Step({ step: { kind, text } }: { step: FixStep }) {
  if (kind === 'say') return <Text size="sm">{text}:</Text>;
  if (kind === 'open') {
    return (
      <Anchor href={text} target="_blank" rel="noreferrer" size="sm" underline="always">
        <span className="copyable">{text}</span>
      </Anchor>
    );
  }
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Code block flex={1} miw={0} className="wrapped">
        {text}
      </Code>
      <CopyIcon text={text} label={copied[kind]} />
    </Group>
  );
}
