/** A bar for each day, the highest as high as the line. Words beside it say the same. */
export function Spark({ days, from }: { days: readonly number[]; from: number | null }) {
  const most = Math.max(1, ...days);
  const width = 100 / days.length;
  return (
    <svg className="spark" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      {days.map((count, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the day.
          key={at}
          x={at * width}
          y={20 - (count / most) * 20}
          width={width * 0.8}
          height={(count / most) * 20}
          data-rising={(from !== null && at >= from) || undefined}
        />
      ))}
    </svg>
  );
}
