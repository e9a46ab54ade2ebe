import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RenderedDraft } from '../../../../../functions/manage/contracts/render.ts';
import { askAgainMs, isPassing } from '../../../api/problem.ts';
import { renderDraft } from '../../../api/render.ts';
import { type Data, parseData } from '../data/test-data.ts';
import type { DraftStore } from '../draft-store.ts';
import { type DraftProblem, refusedParts } from '../problems/problems.ts';

export interface Preview {
  /** The last one that could be made; null before the first. */
  rendered: RenderedDraft | null;
  /** What is wrong with the draft as it is: `rendered` is then of an older one. */
  problems: readonly DraftProblem[];
  /** Why nobody knows what the draft would be: the service was not reached, or failed. */
  fault: unknown;
}

/**
 * From one rendering to the next at the least, in milliseconds: a key waits for nothing, and one that is
 * held down asks ten times a second.
 */
const apartMs = 100;

/** After a fault, in milliseconds; each further pause is twice as long, up to `askAgainMs`. */
const firstPauseMs = 1000;

/**
 * Renders the draft as it is being written; an answer that was overtaken is never shown. A fault that
 * may pass is tried again by itself.
 */
export function usePreview(store: DraftStore): Preview & { renderAgain: () => void } {
  const { subject, html, text, testData } = useSyncExternalStore(
    store.subscribe,
    () => store.current().draft,
  );
  const [preview, setPreview] = useState(empty);
  const [attempt, setAttempt] = useState(0);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const data = useLastData(testData);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt renders the same again
  useEffect(() => {
    const overtaken = new AbortController();
    const render = async (failures: number) => {
      lastAt.current = performance.now();
      const next = await attemptRender({ subject, html, text, data }, overtaken.signal);
      if (overtaken.signal.aborted) return;
      setPreview((before) => ({ ...before, ...next }));
      if (!isPassing(next.fault)) return;
      const pauseMs = Math.min(firstPauseMs * 2 ** failures, askAgainMs);
      resting = setTimeout(render, pauseMs, failures + 1);
    };
    let resting = setTimeout(render, lastAt.current + apartMs - performance.now(), 0);
    return () => {
      clearTimeout(resting);
      overtaken.abort();
    };
  }, [subject, html, text, data, attempt]);

  return { ...preview, renderAgain: () => setAttempt((before) => before + 1) };
}

const empty: Preview = { rendered: null, problems: [], fault: null };

type Rendering = Parameters<typeof renderDraft>[0];

async function attemptRender(draft: Rendering, signal: AbortSignal): Promise<Partial<Preview>> {
  try {
    return { rendered: await renderDraft(draft, signal), problems: [], fault: null };
  } catch (error) {
    const problems = refusedParts(error);
    return problems.length > 0 ? { problems, fault: null } : { fault: error };
  }
}

/** What the test data last said while it was valid; the same object for as long as it is. */
function useLastData(testData: string): Data {
  const [last, setLast] = useState<{ text: string; data: Data }>({ text: '', data: {} });
  if (last.text === testData) return last.data;
  const parsed = parseData(testData);
  const next = { text: testData, data: parsed.ok ? parsed.data : last.data };
  setLast(next);
  return next.data;
}
