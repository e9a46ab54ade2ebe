import { ActionIcon, Button, type ButtonProps, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';

/** Puts a text onto the clipboard, and says that it did. */
export function Copy({
  text,
  label = 'Copy',
  ...props
}: { text: string; label?: string } & ButtonProps) {
  const { icon: Icon, word, copy } = useCopying(text, label);
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon size={14} aria-hidden />}
      onClick={copy}
      {...props}
    >
      <span aria-live="polite">{word}</span>
    </Button>
  );
}

/** The same where there is room for an icon only; `label` says what is copied. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { icon: Icon, word, copy } = useCopying(text, label);
  return (
    <Tooltip label={<span aria-live="polite">{word}</span>}>
      <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={word}>
        <Icon size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function useCopying(text: string, label: string) {
  const { copied, copy, error } = useClipboard({ timeout: 2000 });
  if (error)
    return { icon: IconAlertTriangle, word: 'Not copied: select it', copy: () => copy(text) };
  return {
    icon: copied ? IconCheck : IconCopy,
    word: copied ? 'Copied' : label,
    copy: () => copy(text),
  };
}
