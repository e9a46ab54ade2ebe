/** This many lines pass at once, and as many again in each period. */
const linesPerPeriod = 20;
const periodMs = 10_000;

/**
 * Lets a burst of lines through and then only says, once, that there are more: a fault that every
 * request has must not drown the terminal.
 */
export function limited(
  note: (line: string) => void,
  more: string,
  nowMs: () => number = () => performance.now(),
): (line: string) => void {
  let began = Number.NEGATIVE_INFINITY;
  let lines = 0;
  return (line) => {
    if (nowMs() - began >= periodMs) {
      began = nowMs();
      lines = 0;
    }
    lines += 1;
    if (lines <= linesPerPeriod) note(line);
    else if (lines === linesPerPeriod + 1) note(`… ${more}`);
  };
}
