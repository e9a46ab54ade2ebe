import { Group, Kbd, Stack, Switch, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { areSingleKeysOn, shortcuts, switchSingleKeys } from './shortcuts.ts';

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const [areOn, setOn] = useState(areSingleKeysOn);
  const toggle = (on: boolean) => {
    switchSingleKeys(on);
    setOn(on);
  };
  return (
    <Dialog opened onClose={onClose} title="Keys">
      <Stack>
        <Table
          data={{
            body: shortcuts.map(({ keys, does, isSingle }) => [
              <Text key="does" size="md" td={isSingle && !areOn ? 'line-through' : undefined}>
                {does}
              </Text>,
              <Group key="keys" gap="2xs" justify="flex-end" wrap="nowrap">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </Group>,
            ]),
          }}
        />
        <Switch
          label="Single keys"
          description="Switch them off if you speak to your browser, or press them by mistake."
          checked={areOn}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
}
