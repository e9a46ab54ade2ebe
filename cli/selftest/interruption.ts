import type { Talk } from '../deploy/talk.ts';

/**
 * Aborted by Ctrl-C or a termination: the step that runs ends, and what the run has made is removed.
 * A second one ends at once, and says how the rest goes.
 */
export function interruption(talk: Pick<Talk, 'line'>): AbortSignal {
  const interrupted = new AbortController();
  const interrupt = () => {
    if (interrupted.signal.aborted) {
      talk.line('Stopped at once. Run selftest with --clean: it removes what this run has left.');
      process.exit(1);
    }
    talk.line('Interrupted: removing what this run has made. Once more ends it at once.');
    interrupted.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  return interrupted.signal;
}
