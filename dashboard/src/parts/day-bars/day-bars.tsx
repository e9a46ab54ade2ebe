import './day-bars.css';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type DayBar, dateStep, lineWords, type Segment, scaleTo, shortDay } from './days.ts';

interface DayBarsProps {
  label: string;
  days: readonly DayBar[];
  /** The line above the bars: about all days if null, else about the day under the pointer or with the focus. */
  readout: (index: number | null) => ReactNode;
}

/** The oldest day first. Arrow keys, Home and End walk the days, which are links. A bar above 0 is always visible. */
export function DayBars({ label, days, readout }: DayBarsProps) {
  const [active, setActive] = useState<number | null>(null);
  const [stop, setStop] = useState<string | null>(null);
  const { top, lines } = scaleTo(Math.max(0, ...days.map(totalOf)));
  const step = dateStep(days.length);
  const hasStop = days.some(({ date }) => date === stop);
  const stopAt = hasStop ? stop : days.at(-1)?.date;
  return (
    <div>
      <div className="day-bars-readout">{readout(active)}</div>
      <div className="day-bars-plot" onPointerLeave={() => setActive(null)}>
        <div className="day-bars-lines" aria-hidden>
          {lines.map((line) => (
            <div key={line} style={{ bottom: `${(line / top) * 100}%` }}>
              <span>{lineWords(line)}</span>
            </div>
          ))}
        </div>
        <ol className="bare-list" aria-label={label} onKeyDown={walk}>
          {days.map((day, index) => (
            <li key={day.date} onPointerEnter={() => setActive(index)}>
              {/* The whole height of a day is easier to hit than its bar. */}
              <Link
                to={day.to}
                className="day-bars-column"
                aria-label={day.words}
                tabIndex={day.date === stopAt ? 0 : -1}
                onFocus={() => {
                  setStop(day.date);
                  setActive(index);
                }}
                onBlur={() => setActive(null)}
              />
              <Bar segments={day.segments} top={top} />
              {(days.length - 1 - index) % step === 0 && (
                <span className="day-bars-date" aria-hidden>
                  {shortDay(day.date)}
                </span>
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

function Bar({ segments, top }: { segments: DayBar['segments']; top: number }) {
  if (segments === null) return <span className="day-bars-unknown" aria-hidden />;
  const shown = segments.filter(({ count }) => count > 0);
  const total = sum(shown);
  if (total === 0) return null;
  return (
    <span className="day-bars-bar" style={{ height: `${(total / top) * 100}%` }} aria-hidden>
      {shown.map(({ key, count, color }) => (
        <span key={key} style={{ flexGrow: count / total, color }} />
      ))}
    </span>
  );
}

const sum = (segments: readonly Segment[]) =>
  segments.reduce((total, { count }) => total + count, 0);

const totalOf = ({ segments }: DayBar) => sum(segments ?? []);

function walk(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link.matches(':focus'));
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  links[Math.max(0, Math.min(next, links.length - 1))]?.focus();
}
