import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { renderDraft } from '../../api/flow.ts';
import { PreviewChannel } from '../../parts/preview/preview-channel.ts';
import type { Starter } from './starters.ts';

/** The width of the mail in a picture before it is scaled, in CSS pixels. */
const mailWidth = 640;

/** The mail of a starter, small, as the service renders it with the starter's test data. Without an answer: nothing. */
export function StarterPicture({ starter: { value, content } }: { starter: Starter }) {
  const { kind, subject, html, testData: data } = content;
  const { data: rendered } = useQuery({
    queryKey: ['starter', value],
    queryFn: ({ signal }) => renderDraft({ kind, subject, html, data }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { ref, width } = useElementSize();
  return (
    <div className="starter-picture" ref={ref} inert aria-hidden>
      {rendered && width > 0 && <Picture html={rendered.html} scale={width / mailWidth} />}
    </div>
  );
}

function Picture({ html, scale }: { html: string; scale: number }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const nothing = () => {};
    const channel = new PreviewChannel({
      frame: () => frame.current?.contentWindow ?? null,
      ...{ onShown: nothing, onLink: nothing, onCopy: nothing, onLost: nothing },
    });
    channel.show({ html });
    return () => channel.close();
  }, [html]);
  return (
    <iframe
      ref={frame}
      src="/preview.html"
      sandbox="allow-scripts"
      title="Picture of a mail"
      style={{ width: mailWidth, height: 600, transform: `scale(${scale})` }}
    />
  );
}
