import { Checkbox, Input, SegmentedControl, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  type NewWebhook,
  selectableTypes,
} from '../../../../functions/manage/contracts/webhooks.ts';
import { errorAt, isUncertain } from '../../api/problem.ts';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { shortType } from './webhook-words.ts';

interface NewWebhookFormProps {
  onAdd: (webhook: NewWebhook) => void;
  isPending: boolean;
  error: unknown;
  onCancel: () => void;
}

/** Asks for the address of a webhook, and which events it gets. */
export function NewWebhookForm({ onAdd, isPending, error, onCancel }: NewWebhookFormProps) {
  const [url, setUrl] = useState('');
  const [isAll, setAll] = useState(true);
  const [types, setTypes] = useState<string[]>([]);
  const [test, setTest] = useState(false);
  const atFields = { url: errorAt(error, '/url'), types: errorAt(error, '/types') };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onAdd({ url: url.trim(), types: isAll ? null : types, test });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Address"
          description="Where your server receives the events. It begins with https://."
          placeholder="https://example.com/hooks"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          data-autofocus
          value={url}
          onChange={({ currentTarget: { value } }) => setUrl(value)}
          error={atFields.url}
        />
        <Input.Wrapper label="Events" labelElement="div" error={isAll ? undefined : atFields.types}>
          <SegmentedControl
            aria-label="Events"
            mt="xs"
            fullWidth
            data={[
              { value: 'all', label: 'All' },
              { value: 'some', label: 'Only some' },
            ]}
            value={isAll ? 'all' : 'some'}
            onChange={(which) => setAll(which === 'all')}
          />
        </Input.Wrapper>
        {!isAll && (
          <Checkbox.Group value={types} onChange={setTypes} aria-label="Types of events">
            <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs">
              {selectableTypes.map((type) => (
                <Checkbox key={type} value={type} label={shortType(type)} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        )}
        <Checkbox
          label="Events of test keys as well"
          description="Without it, only messages of live keys make events."
          checked={test}
          onChange={({ currentTarget: { checked } }) => setTest(checked)}
        />
        {error != null && !atFields.url && !atFields.types && (
          <ProblemAlert
            error={error}
            what={
              isUncertain(error)
                ? 'No secret arrived. If the list now shows a webhook with this address, rotate its secret or delete it'
                : 'The webhook was not added'
            }
          />
        )}
        <DialogFoot onCancel={onCancel} loading={isPending}>
          Add
        </DialogFoot>
      </Stack>
    </form>
  );
}
