import { Code } from '@mantine/core';
import { Copy } from './copy.tsx';

/** Text to be taken elsewhere: as it is, with its Copy. `label` names it for who cannot see it. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="code-block">
      <Code block tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
      <Copy text={text} className="code-copy" />
    </div>
  );
}
