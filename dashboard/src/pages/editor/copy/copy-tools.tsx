import { ActionIcon, Button, Tooltip } from '@mantine/core';

interface CopyToolsProps {
  isEditing: boolean;
  onEditing: (on: boolean) => void;
  showsNames: boolean;
  onShowNames: (on: boolean) => void;
}

/** The switches of the preview: whether a click edits a text, and how placeholders without a value are shown. */
export function CopyTools({ isEditing, onEditing, showsNames, onShowNames }: CopyToolsProps) {
  const names = 'Show the names of missing values';
  return (
    <>
      <Tooltip label={names}>
        <ActionIcon
          size="input-xs"
          variant={showsNames ? 'light' : 'default'}
          aria-label={names}
          aria-pressed={showsNames}
          onClick={() => onShowNames(!showsNames)}
        >
          <span aria-hidden>{'{ }'}</span>
        </ActionIcon>
      </Tooltip>
      <Button
        size="xs"
        variant={isEditing ? 'filled' : 'default'}
        aria-pressed={isEditing}
        onClick={() => onEditing(!isEditing)}
      >
        Edit text
      </Button>
    </>
  );
}
