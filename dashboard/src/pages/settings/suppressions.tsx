import { Anchor, Badge, Button, Group, Modal, Paper, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { Suppression } from '../../../../functions/manage/contracts/sending.ts';
import { errorAt } from '../../api/problem.ts';
import { useAddSuppression, useSuppressions } from '../../api/sending.ts';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { Empty, Loaded, LoadMore } from '../../parts/loaded.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Section } from '../../parts/section.tsx';
import { Unsuppress } from '../../parts/unsuppress.tsx';
import { When } from '../../parts/when.tsx';

/** The suppression list of the account. */
export function Suppressions() {
  const list = useSuppressions();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<string | null>(null);
  return (
    <Section
      title="Suppression list"
      lead="Execute refuses these addresses with validation_failed. A permanent bounce or a complaint adds an address automatically."
      actions={
        <Button variant="default" size="xs" onClick={() => setAdding(true)}>
          Suppress an address
        </Button>
      }
    >
      <Loaded query={list} what="The suppression list could not be loaded">
        {({ items: all }) => {
          if (all.length === 0) {
            return (
              <Empty title="No suppressed addresses">
                Requests send mail to every address that they name.
              </Empty>
            );
          }
          return (
            <>
              <Paper withBorder component="ul" className="bare-list rows">
                {all.map((suppression) => (
                  <SuppressionRow
                    key={suppression.address}
                    suppression={suppression}
                    onRemove={() => setRemoving(suppression.address)}
                  />
                ))}
              </Paper>
              <LoadMore list={list} />
            </>
          );
        }}
      </Loaded>
      <AddSuppression opened={isAdding} onClose={() => setAdding(false)} />
      <Unsuppress address={removing} onClose={() => setRemoving(null)} />
    </Section>
  );
}

const reasons: Record<Suppression['reason'], { word: string; color: string }> = {
  bounce: { word: 'Bounced', color: 'red' },
  complaint: { word: 'Complained', color: 'red' },
  manual: { word: 'Added by hand', color: 'gray' },
};

interface SuppressionRowProps {
  suppression: Suppression;
  onRemove: () => void;
}

function SuppressionRow({
  suppression: { address, reason, at, detail, messageId },
  onRemove,
}: SuppressionRowProps) {
  const { word, color } = reasons[reason];
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <Stack gap={4} miw={0}>
        <Group gap="xs">
          <Text fw={600} size="sm" className="copyable">
            {address}
          </Text>
          <Badge color={color}>{word}</Badge>
        </Group>
        <Group gap="xs" fz="sm" c="dimmed">
          <When at={at} span />
          {messageId && (
            <Anchor component={Link} to={`/messages/${messageId}`} size="sm">
              Open the message
            </Anchor>
          )}
        </Group>
        {detail && (
          <Text size="sm" c="dimmed" className="copyable">
            {detail}
          </Text>
        )}
      </Stack>
      <Button variant="default" size="xs" onClick={onRemove} aria-label={`Remove ${address}`}>
        Remove
      </Button>
    </Group>
  );
}

/** Adds an address to the suppression list by hand. */
function AddSuppression({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Suppress an address">
      <Form onClose={onClose} />
    </Modal>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState('');
  const [note, setNote] = useState('');
  const add = useAddSuppression();
  const atFields = { address: errorAt(add.error, '/address'), note: errorAt(add.error, '/note') };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const body = { address: address.trim(), note: note.trim() || null };
    add.mutate(body, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          No request sends mail to this address until somebody removes it from the list.
        </Text>
        <TextInput
          label="Address"
          type="email"
          autoComplete="off"
          required
          data-autofocus
          value={address}
          onChange={({ currentTarget: { value } }) => setAddress(value)}
          error={atFields.address}
        />
        <TextInput
          label="Note"
          description="Why the address is suppressed."
          autoComplete="off"
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
          error={atFields.note}
        />
        {add.error && !atFields.address && !atFields.note && (
          <ProblemAlert error={add.error} what="The address was not suppressed" />
        )}
        <DialogFoot onCancel={onClose} loading={add.isPending}>
          Suppress
        </DialogFoot>
      </Stack>
    </form>
  );
}
