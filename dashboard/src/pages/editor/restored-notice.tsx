import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { DraftStore } from './draft-store.ts';

export interface RestoredNoticeProps {
  store: DraftStore;
  restoredFrom: number;
  /** The revision that is saved now. */
  revision: number;
}

/** Says that changes from before a reload are here again, and lets go of them when asked. */
export function RestoredNotice({ store, restoredFrom, revision }: RestoredNoticeProps) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  const discard = () => {
    store.dispatch({ kind: 'discarded', revision });
    setShown(false);
  };
  return (
    <Alert
      color="blue"
      title="Your unsaved changes are here again"
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => setShown(false)}
      role="status"
    >
      <Group gap="md">
        <Text size="sm">
          {restoredFrom === revision
            ? 'They were kept when this page was last left.'
            : `They began from revision ${restoredFrom}; revision ${revision} was saved since, and saving will show the difference.`}
        </Text>
        <Button size="compact-sm" variant="default" onClick={discard}>
          Discard them
        </Button>
      </Group>
    </Alert>
  );
}
