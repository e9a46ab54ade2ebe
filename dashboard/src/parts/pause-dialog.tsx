import { Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Pausable, useChangePause } from '../api/pause.ts';
import { Confirm } from './confirm.tsx';
import { Dialog } from './dialog.tsx';
import { DialogForm, useFields } from './dialog-form.tsx';
import { PausedBy } from './paused-badge.tsx';

interface PauseDialogProps {
  /** Pauses it, or resumes it if it is paused. */
  target: Pausable;
  onClose: () => void;
}

export default function PauseDialog({ target, onClose }: PauseDialogProps) {
  const change = useChangePause(target);
  const { kind, name, paused } = target;
  if (paused) {
    return (
      <Confirm
        opened
        onClose={onClose}
        title={`Resume ${name}?`}
        verb="Resume"
        color="accent"
        onConfirm={(then) => change.mutate(null, then)}
        request={change}
        done={`${name} works again`}
      >
        <PausedBy pause={paused} />{' '}
        {kind === 'template'
          ? 'Requests for it are accepted again. What was refused meanwhile is not sent.'
          : 'Requests with it are accepted again.'}
      </Confirm>
    );
  }
  return <NewPause target={target} change={change} onClose={onClose} />;
}

interface NewPauseProps extends PauseDialogProps {
  change: ReturnType<typeof useChangePause>;
}

function NewPause({ target: { kind, name }, change, onClose }: NewPauseProps) {
  const { values, field } = useFields({ note: '' }, change.error);
  const pause = () =>
    change.mutate(values.note, {
      onSuccess: () => {
        notifications.show({ message: `${name} is paused` });
        onClose();
      },
    });
  return (
    <Dialog opened onClose={onClose} title={`Pause ${name}?`}>
      <DialogForm
        request={change}
        fields={['note']}
        what={`The ${kind} was not paused`}
        verb="Pause"
        onSubmit={pause}
        onCancel={onClose}
      >
        <Text size="sm">{effects[kind]}</Text>
        <TextInput
          label="Why"
          description="The answers to refused requests say it, with your name. One line."
          maxLength={200}
          data-autofocus
          {...field('note')}
        />
      </DialogForm>
    </Dialog>
  );
}

const effects = {
  template:
    'From the next request on, execute and batch refuse this template. Its scheduled mails fail if it is still paused at their time. Render and test mails go on.',
  key: 'Every request with this key is refused with status 403, from the next one on. Mails that it has scheduled are still sent.',
};
