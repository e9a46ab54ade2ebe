import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconBraces, IconPencil } from '@tabler/icons-react';

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
    <Group gap={6} wrap="nowrap" ms="auto" className="copy-tools">
      <Tooltip label={names}>
        <ActionIcon
          size={30}
          variant={showsNames ? 'light' : 'default'}
          aria-label={names}
          aria-pressed={showsNames}
          onClick={() => onShowNames(!showsNames)}
        >
          <IconBraces size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Button
        size="xs"
        variant={isEditing ? 'filled' : 'default'}
        aria-pressed={isEditing}
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={() => onEditing(!isEditing)}
      >
        Edit text
      </Button>
    </Group>
  );
}
