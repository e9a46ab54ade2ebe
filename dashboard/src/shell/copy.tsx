import { Button, type ButtonProps, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Puts a text onto the clipboard, and says that it did. */
export function Copy({
  text,
  label = 'Copy',
  ...props
}: { text: string; label?: string } & ButtonProps) {
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="xs"
          leftSection={
            copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
          }
          onClick={copy}
          {...props}
        >
          <span aria-live="polite">{copied ? 'Copied' : label}</span>
        </Button>
      )}
    </CopyButton>
  );
}
