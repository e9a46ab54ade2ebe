import { Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconIndentIncrease } from '../../../parts/icons.tsx';

// One step of undo. The formatter is loaded when it is first needed.
export function FormatButton({ store }: { store: WrittenDraft }) {
  const format = useMutation({
    mutationFn: async () => {
      const { formatHtml } = await import('./format-html.ts');
      return formatHtml(store.settled().draft.html);
    },
    onSuccess: (html) => store.dispatch({ kind: 'written', changes: { html } }),
    onError: ({ message }) => notifications.show({ color: 'red', title: 'Not formatted', message }),
    networkMode: 'always',
  });
  return (
    <Tooltip label="Format the HTML">
      <IconButton
        icon={IconIndentIncrease}
        iconSize={18}
        label="Format the HTML"
        loading={format.isPending}
        onClick={() => format.mutate()}
      />
    </Tooltip>
  );
}
