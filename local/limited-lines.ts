const linesPerPeriod = 20;
const periodMs = 10_000;

/** Passes on each period's first lines, then says once that there are more: a fault must not flood the terminal. */
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
