import { SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { renderDraft } from '../../api/flow.ts';
import { PreviewChannel } from '../../parts/preview/preview-channel.ts';
import { mails, type Starter } from './starters.ts';

/** How many mails the page shows; the dialog has all. */
const shown = 6;

export default function FirstTemplate(props: { onCreate: (begin: Starter['value']) => void }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} maw={760} w="100%" ta="start">
      {mails.slice(0, shown).map((starter) => (
        <UnstyledButton
          key={starter.value}
          className="starter"
          onClick={() => props.onCreate(starter.value)}
        >
          <StarterPicture starter={starter} />
          <Text size="sm" fw={600} px="xs" pt="xs">
            {starter.label}
          </Text>
          <Text size="xs" c="dimmed" px="xs" pb="xs">
            {starter.description}
          </Text>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}

const mailWidth = 640;

/** The mail with the starter's test data. Empty without an answer of the service. */
export function StarterPicture({ starter: { value, content } }: { starter: Starter }) {
  const { testData: data, ...parts } = content;
  const { data: rendered } = useQuery({
    queryKey: ['starter', value],
    queryFn: ({ signal }) => renderDraft({ ...parts, data }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const html = rendered?.html;
  const { ref, width } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (html === undefined) return;
    const nothing = () => {};
    const channel = new PreviewChannel({
      frame: () => frame.current?.contentWindow ?? null,
      ...{ onShown: nothing, onLink: nothing, onCopy: nothing },
    });
    channel.show({ html });
    return () => channel.close();
  }, [html]);
  return (
    <div className="starter-picture" ref={ref} inert aria-hidden>
      {html !== undefined && (
        <iframe
          ref={frame}
          src="/preview.html"
          sandbox="allow-scripts"
          title="Picture of a mail"
          style={{ width: mailWidth, height: 600, transform: `scale(${width / mailWidth})` }}
        />
      )}
    </div>
  );
}
