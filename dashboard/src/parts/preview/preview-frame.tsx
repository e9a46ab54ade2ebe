import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { PreviewChannel, type PreviewMail } from './preview-channel.ts';
import type { CopyMessage } from './preview-messages.ts';

interface PreviewFrameProps {
  title: string;
  mail: PreviewMail | null;
  scheme: 'light' | 'dark';
  /** In CSS pixels; if null, as wide as its container. */
  width: number | null;
  /** At most 1. */
  scale: number;
  onLink: (href: string) => void;
  onCopy?: ((message: CopyMessage) => void) | undefined;
  pointed?: number | null | undefined;
}

/** A sandboxed frame. `data-sent` is the number of the mail last sent to it, `data-shown` of the mail that it shows. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { title, mail, scheme, width, scale, onLink, onCopy = ignore, pointed = null } = props;
  const copied = useEffectEvent(onCopy);
  const frame = useRef<HTMLIFrameElement>(null);
  const channel = useRef<PreviewChannel>(null);

  useLayoutEffect(() => {
    const opened = new PreviewChannel({
      frame: () => frame.current?.contentWindow ?? null,
      onShown: (number) => frame.current?.setAttribute('data-shown', `${number}`),
      onLink,
      onCopy: copied,
    });
    channel.current = opened;
    return () => {
      opened.close();
      // A text that is edited in the frame ends with it.
      copied({ kind: 'ended', number: 0, keeps: true });
    };
  }, [onLink]);

  // A layout effect, so that the frame and the page around it are drawn at the same time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new channel has to get the mail again
  useLayoutEffect(() => {
    if (mail === null) return;
    const number = channel.current?.show(mail);
    frame.current?.setAttribute('data-sent', `${number}`);
  }, [mail, onLink]);

  useEffect(() => channel.current?.point(pointed), [pointed]);

  return (
    <iframe
      ref={frame}
      src="/preview.html"
      sandbox="allow-scripts"
      title={title}
      className="preview-frame"
      data-scheme={scheme}
      data-scaled={scale < 1 || undefined}
      style={{ width: width ?? '100%', colorScheme: scheme, ...scaled(scale) }}
    />
  );
}

const ignore = () => {};

// A scaled frame keeps its layout size: without more height it would leave a gap.
function scaled(scale: number): React.CSSProperties {
  if (scale === 1) return {};
  const height = `${100 / scale}%`;
  return { flex: 'none', height, transform: `scale(${scale})`, transformOrigin: 'top left' };
}
