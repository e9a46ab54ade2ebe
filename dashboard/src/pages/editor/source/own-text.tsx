import { Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { renderDraft } from '../../../api/flow.ts';
import { readTemplate } from '../../../api/templates.ts';
import { TinyButton } from '../../../parts/looks.tsx';
import { PlainText } from '../../../parts/preview/preview-pane.tsx';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { selfNamingData } from '../data/samples.ts';
import { useEditor } from '../use-editor.ts';

export function OwnText() {
  const { template, language } = useEditor();
  const { id, kind } = template;
  const { store, preview } = language;
  const { rendered } = preview;
  const last = useRef<string | null>(null);
  const write = (text: string | null) => store.dispatch({ kind: 'written', changes: { text } });
  const derive = () => {
    last.current = store.settled().draft.text;
    write(null);
  };
  const derivation = useMutation({
    mutationFn: async () => {
      // An author who switched to the derived text gets their own text back.
      if (last.current !== null) return last.current;
      const { layout, language, subject, html } = store.settled().draft;
      const data = selfNamingData(rendered?.variables ?? []);
      // A layout with its own text stands around the text that the author writes.
      const isAround = layout !== null && (await readTemplate(layout)).text !== null;
      const draft = { id, kind, layout: isAround ? null : layout, language, subject, html, data };
      return (await renderDraft(draft, AbortSignal.timeout(10_000))).text;
    },
    onSuccess: write,
  });
  const isOwn = language.draft.text !== null;
  return (
    <>
      <Group justify="space-between" gap="sm" flex="none" px="sm" py="xs" className="line-below">
        <Text size="sm">
          {isOwn
            ? `The ${kind} has its own plain text.`
            : 'The plain text is derived from the HTML.'}
        </Text>
        <TinyButton
          loading={derivation.isPending}
          onClick={() => (isOwn ? derive() : derivation.mutate())}
        >
          {isOwn ? 'Derive from the HTML' : 'Write my own'}
        </TinyButton>
      </Group>
      {!isOwn && derivation.error && (
        <ProblemAlert
          error={derivation.error}
          what="The plain text could not be derived"
          retry={() => derivation.mutate()}
        />
      )}
      {!isOwn && <PlainText label="Derived plain text" text={rendered?.text} />}
    </>
  );
}
