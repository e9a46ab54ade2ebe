import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import { useRotateApiKey } from '../../api/api-keys.ts';
import { isUncertain } from '../../api/problem.ts';
import { DialogFoot } from '../../parts/dialog-form.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { SecretDialog, useSecret } from '../../parts/secret-dialog.tsx';
import { ExactTime } from '../../parts/when.tsx';

const hourMs = 60 * 60 * 1000;

const ends = [
  { value: '1', label: 'works for an hour more' },
  { value: '24', label: 'works for a day more' },
  { value: '168', label: 'works for a week more' },
  { value: '720', label: 'works for 30 days more' },
  { value: '', label: 'works until I revoke it' },
];

/** Closed if `apiKey` is null. */
export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const { secret, setSecret, forget } = useSecret();
  const rotate = useRotateApiKey(setSecret);
  const [hours, setHours] = useState('24');
  const end = () => (hours === '' ? null : new Date(Date.now() + Number(hours) * hourMs));
  const { old } = rotate.data ?? {};
  return (
    <SecretDialog
      {...{ onClose, secret, forget }}
      opened={apiKey !== null}
      request={rotate}
      title="Rotate this API key?"
      secretTitle="Store your new API key now"
      form={(cancel) => (
        <Stack>
          <Text>
            You get a new key like <strong className="copyable">{apiKey?.name}</strong> (
            {apiKey?.hint}), with the same mode and the same rights. Both work side by side while
            you give your code the new one.
          </Text>
          <NativeSelect
            label="The old key"
            data={ends}
            value={hours}
            onChange={({ currentTarget }) => setHours(currentTarget.value)}
          />
          {rotate.error && (
            <ProblemAlert
              error={rotate.error}
              what={
                isUncertain(rotate.error)
                  ? 'No key arrived. If the list now shows a newer key with this name, revoke that one: its secret is lost'
                  : 'The key was not rotated'
              }
            />
          )}
          <DialogFoot
            onCancel={cancel}
            onClick={() =>
              apiKey &&
              rotate.mutate({ keyId: apiKey.keyId, oldUntil: end()?.toISOString() ?? null })
            }
            loading={rotate.isPending}
            data-autofocus
          >
            Rotate
          </DialogFoot>
        </Stack>
      )}
      place="where my code reads its secrets"
      reason="The key cannot be shown again."
      more={
        old && (
          <Text size="sm">
            {old.activeUntil ? (
              <>
                The old key {old.hint} works until <ExactTime at={old.activeUntil} span />.
              </>
            ) : (
              <>The old key {old.hint} works until you revoke it.</>
            )}
          </Text>
        )
      }
    >
      This is the new key <strong className="copyable">{apiKey?.name}</strong>. It is shown only
      this once, because postrider keeps only its hash.
    </SecretDialog>
  );
}
