import { Button, Paper } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';

export interface FreshMessagesProps {
  /** How many came since the list was read. */
  fresh: number;
  /** There may be even more. */
  isMore: boolean;
  isInterrupted: boolean;
  onShow: () => void;
}

/** Says that there is something new, and leaves it to the reader when the list moves. */
export function FreshMessages({ fresh, isMore, isInterrupted, onShow }: FreshMessagesProps) {
  return (
    <div aria-live="polite" className="fresh-messages">
      {fresh > 0 && (
        <Button
          size="xs"
          radius="xl"
          onClick={onShow}
          leftSection={<IconArrowUp size={14} aria-hidden />}
        >
          Show {fresh}
          {isMore && '+'} new {fresh === 1 ? 'message' : 'messages'}
        </Button>
      )}
      {isInterrupted && (
        <Paper withBorder px="sm" py={4} fz="sm">
          No news of these messages arrive at the moment; this page goes on asking.
        </Paper>
      )}
    </div>
  );
}
