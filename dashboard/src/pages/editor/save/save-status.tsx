import { Text } from '@mantine/core';
import type { SaveState } from './use-save.ts';

export interface SaveStatusProps {
  state: SaveState;
  isChanged: boolean;
  revision: number;
}

/** In a few words, quietly, how the draft stands to what is saved. */
export function SaveStatus(props: SaveStatusProps) {
  return (
    <Text size="sm" role="status" className="save-status">
      {wordsOf(props)}
    </Text>
  );
}

function wordsOf({ state, isChanged, revision }: SaveStatusProps): string {
  if (state.kind === 'saving') return 'Saving…';
  if (isChanged) return 'Unsaved changes';
  return state.kind === 'saved' ? `Saved as revision ${state.revision}` : `Revision ${revision}`;
}
