import { Alert, Button } from '@mantine/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { PreviewChannel, type PreviewMail } from './preview-channel.ts';
import type { CopyMessage } from './preview-messages.ts';

interface PreviewFrameProps {
  /** What a screen reader calls the frame. */
  title: string;
  /** Null while there is nothing to show. */
  mail: PreviewMail | null;
  scheme: 'light' | 'dark';
  /** In CSS pixels; if null, as wide as its container. */
  width: number | null;
  /** The scale of the drawn mail, at most 1. */
  scale: number;
  onLink: (href: string) => void;
  /** The author did something with the texts of the mail. */
  onCopy?: ((message: CopyMessage) => void) | undefined;
  /** The number of the run to highlight. Default: none. */
  pointed?: number | null | undefined;
}

/**
 * A mail in a separate frame, in which its scripts do not run. `data-sent` is the number of the mail that was
 * last sent to the frame, `data-shown` the number of the mail that it shows.
 */
export function PreviewFrame(props: PreviewFrameProps) {
  const { title, mail, scheme, width, scale, onLink, onCopy = ignore, pointed = null } = props;
  const copied = useEffectEvent(onCopy);
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
      onCopy: copied,
      // A hidden frame draws nothing, so it acknowledges nothing.
      onLost: () => setLost(frame.current?.checkVisibility() ?? false),
    });
    channel.current = opened;
    return () => {
      opened.close();
      // A new frame knows nothing of a text that was edited in this one.
      copied({ kind: 'ended', number: 0, keeps: true });
    };
  }, [attempt, onLink]);

  // A layout effect, so that the frame and the page around it are drawn at the same time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new frame has to get the mail again
  useLayoutEffect(() => {
    if (mail === null) return;
    const number = channel.current?.show(mail);
    frame.current?.setAttribute('data-sent', `${number}`);
  }, [mail, attempt, onLink]);

  useEffect(() => channel.current?.point(pointed), [pointed]);

  const again = () => {
    setLost(false);
    setAttempt((before) => before + 1);
  };
  return (
    <>
      {isLost && (
        <Alert color="yellow" title="The preview does not answer" m="sm">
          <Button size="xs" variant="default" onClick={again}>
            Reload the preview
          </Button>
        </Alert>
      )}
      <iframe
        key={attempt}
        ref={frame}
        src="/preview.html"
        sandbox="allow-scripts"
        title={title}
        className="preview-frame"
        data-scheme={scheme}
        data-scaled={scale < 1 || undefined}
        style={{ width: width ?? '100%', colorScheme: scheme, ...scaled(scale) }}
      />
    </>
  );
}

const ignore = () => {};

/** A scaled frame keeps its layout size: without more height it would leave a gap. */
function scaled(scale: number): React.CSSProperties {
  if (scale === 1) return {};
  const height = `${100 / scale}%`;
  return { flex: 'none', height, transform: `scale(${scale})`, transformOrigin: 'top left' };
}
