import { Alert, Button } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { PreviewChannel } from './preview-channel.ts';

export interface PreviewFrameProps {
  /** Null: there is nothing to show yet. */
  html: string | null;
  scheme: 'light' | 'dark';
  /** In CSS pixels; null: as wide as its place. */
  width: number | null;
  /** How much smaller than that it is drawn. */
  scale: number;
  onLink: (href: string) => void;
}

/**
 * A mail in a frame of its own, where nothing of it runs. `data-sent` and `data-shown` are the
 * numbers of the mail that was last handed to the frame and of the one that stands in it.
 */
export function PreviewFrame({ html, scheme, width, scale, onLink }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const channel = useRef<PreviewChannel>(null);
  const [attempt, setAttempt] = useState(0);
  const [isLost, setLost] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new frame needs a channel of its own
  useLayoutEffect(() => {
    const opened = new PreviewChannel({
      frame: () => frame.current?.contentWindow ?? null,
      onShown: (number) => {
        frame.current?.setAttribute('data-shown', `${number}`);
        setLost(false);
      },
      onLink,
      // A hidden frame draws nothing, and so acknowledges nothing.
      onLost: () => setLost(frame.current?.checkVisibility() ?? false),
    });
    channel.current = opened;
    return () => opened.close();
  }, [attempt, onLink]);

  // Before the page is drawn, not after it: the frame draws meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: and has to be told what to show
  useLayoutEffect(() => {
    if (html === null) return;
    const number = channel.current?.show(html);
    frame.current?.setAttribute('data-sent', `${number}`);
  }, [html, attempt, onLink]);

  const again = () => {
    setLost(false);
    setAttempt((before) => before + 1);
  };
  return (
    <>
      {isLost && (
        <Alert color="yellow" title="The preview does not answer" m="sm">
          <Button size="xs" variant="default" onClick={again}>
            Load it again
          </Button>
        </Alert>
      )}
      <iframe
        key={attempt}
        ref={frame}
        src="/preview.html"
        sandbox="allow-scripts"
        title="Preview of the mail"
        className="preview-frame"
        style={{ width: width ?? '100%', colorScheme: scheme, ...scaled(scale) }}
      />
    </>
  );
}

/** Drawn smaller, a frame still takes the room that it had: less height would leave a gap. */
function scaled(scale: number): React.CSSProperties {
  if (scale === 1) return {};
  const height = `${100 / scale}%`;
  return { flex: 'none', height, transform: `scale(${scale})`, transformOrigin: 'top left' };
}
