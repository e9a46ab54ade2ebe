import { Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ComponentProps, useState } from 'react';
import { selectableTypes, type Webhook } from '../../../../functions/manage/contracts/webhooks.ts';
import { errorAt, isUncertain } from '../../api/problem.ts';
import {
  useAddWebhook,
  useChangeWebhook,
  useDeleteWebhook,
  useRotateWebhook,
} from '../../api/webhooks.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm, useFields } from '../../parts/dialog-form.tsx';
import { exactText } from '../../parts/exact-text.ts';
import { SecretDialog, useSecret } from '../../parts/secret-dialog.tsx';
import { allOrSome, SegmentsField } from '../../parts/segments.tsx';
import { ExactTime } from '../../parts/when.tsx';
import { DeliveryAlert } from './webhook-alerts.tsx';
import { shortType } from './webhook-words.ts';

const storing = {
  place: 'where my receiver reads its secrets',
  reason: 'It cannot be shown again: you would have to rotate it.',
};

/** Shows the secret once, and the answer to a first test event. */
export function AddWebhook({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { secret, setSecret, forget } = useSecret();
  const add = useAddWebhook(setSecret);
  return (
    <SecretDialog
      {...{ opened, onClose, secret, forget }}
      request={add}
      title="Add webhook"
      secretTitle="Store the secret of your webhook now"
      form={(cancel) => (
        <WebhookForm
          first={{ url: '', types: null, test: false }}
          request={add}
          what={
            isUncertain(add.error)
              ? 'No secret arrived. If the list now shows a webhook with this address, rotate its secret or delete it'
              : 'The webhook was not added'
          }
          verb="Add"
          onSubmit={(options) => add.mutate(options)}
          onCancel={cancel}
        />
      )}
      {...storing}
      more={add.data && <DeliveryAlert delivery={add.data} />}
    >
      Your receiver checks with this secret that an event comes from postrider. It is shown only
      this once.
    </SecretDialog>
  );
}

type Options = Pick<Webhook, 'url' | 'types' | 'test'>;

interface WebhookFormProps
  extends Pick<ComponentProps<typeof DialogForm>, 'request' | 'what' | 'verb' | 'onCancel'> {
  first: Options;
  onSubmit: (options: Options) => void;
}

function WebhookForm({ first, onSubmit, request, ...form }: WebhookFormProps) {
  const { error } = request;
  const { values, field } = useFields({ url: first.url }, error);
  const [isAll, setAll] = useState(first.types === null);
  const [types, setTypes] = useState<string[]>(first.types ?? []);
  const [test, setTest] = useState(first.test);
  return (
    <DialogForm
      request={request}
      fields={['url', 'types']}
      {...form}
      onSubmit={() => onSubmit({ url: values.url.trim(), types: isAll ? null : types, test })}
    >
      <TextInput
        label="Address"
        description="Where your server receives the events. It begins with https://."
        placeholder="https://example.com/hooks"
        required
        {...exactText}
        inputMode="url"
        data-autofocus
        {...field('url')}
      />
      <SegmentsField
        label="Events"
        error={isAll ? undefined : errorAt(error, '/types')}
        of={allOrSome}
        value={isAll ? 'all' : 'some'}
        onChange={(which) => setAll(which === 'all')}
      />
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
    </DialogForm>
  );
}

interface WebhookDialogProps {
  /** Null: closed. */
  webhook: Webhook | null;
  onClose: () => void;
}

export function EditWebhook({ webhook, onClose }: WebhookDialogProps) {
  const change = useChangeWebhook();
  const close = () => {
    change.reset();
    onClose();
  };
  return (
    <Dialog opened={webhook !== null} onClose={close} title="Edit the webhook" size="lg">
      {webhook && (
        <WebhookForm
          first={webhook}
          request={change}
          what="The webhook was not changed"
          verb="Save"
          onSubmit={(options) =>
            change.mutate(
              { id: webhook.id, ...options },
              {
                onSuccess: () => {
                  close();
                  const message =
                    'It was changed. Its secret stays; the change takes effect within 30 seconds.';
                  notifications.show({ title: options.url, message });
                },
              },
            )
          }
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

export function RotateWebhook({ webhook, onClose }: WebhookDialogProps) {
  const { secret, setSecret, forget } = useSecret();
  const rotate = useRotateWebhook(setSecret);
  return (
    <SecretDialog
      {...{ onClose, secret, forget }}
      opened={webhook !== null}
      request={rotate}
      title="Rotate the secret of this webhook?"
      secretTitle="Store the new secret now"
      form={(cancel) => (
        <DialogForm
          request={rotate}
          fields={[]}
          what="The secret was not rotated"
          verb="Rotate"
          onSubmit={() => webhook && rotate.mutate(webhook.id)}
          onCancel={cancel}
          data-autofocus
        >
          <Text>
            <strong className="copyable">{webhook?.url}</strong> gets a new secret. For 24 hours
            each event has two signatures, one of the old secret and one of the new one, so that you
            can give your receiver the new one without a gap.
          </Text>
        </DialogForm>
      )}
      {...storing}
      more={
        rotate.data && (
          <Text size="sm">
            The old secret signs as well until <ExactTime at={rotate.data} span />.
          </Text>
        )
      }
    >
      This is the new secret of <strong className="copyable">{webhook?.url}</strong>. It is shown
      only this once.
    </SecretDialog>
  );
}

export function DeleteWebhook({ webhook, onClose }: WebhookDialogProps) {
  const remove = useDeleteWebhook();
  return (
    <Confirm
      opened={webhook !== null}
      onClose={onClose}
      title="Delete this webhook?"
      verb="Delete"
      onConfirm={(then) => webhook && remove.mutate(webhook.id, then)}
      request={remove}
      done={`The webhook ${webhook?.url} was deleted`}
    >
      <strong className="copyable">{webhook?.url}</strong> gets no more events, and its secret is
      gone. Events that wait for it are dropped. This cannot be undone.
    </Confirm>
  );
}
