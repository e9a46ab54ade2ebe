import { TextInput } from '@mantine/core';
import { changedAccount } from '../../../../functions/manage/contracts/account-change.ts';
import { call } from '../../api/call.ts';
import { useChanging } from '../../api/use-read.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm, useFields } from '../../parts/dialog-form.tsx';

export default function RenameAccount({ name, onClose }: { name: string; onClose: () => void }) {
  const renaming = useChanging(
    (body: { name: string }) => call('/account', changedAccount, { method: 'PATCH', body }),
    ['account'],
  );
  const { values, field } = useFields({ name }, renaming.error);
  return (
    <Dialog opened onClose={onClose} title="Rename the account">
      <DialogForm
        request={renaming}
        fields={['name']}
        what="The account was not renamed"
        verb="Rename"
        onSubmit={() =>
          values.name === name ? onClose() : renaming.mutate(values, { onSuccess: onClose })
        }
        onCancel={onClose}
      >
        <TextInput
          label="Name"
          description="For people only. The account id and the keys stay as they are."
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
          {...field('name')}
        />
      </DialogForm>
    </Dialog>
  );
}
