import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';

/** The width of a phone's screen in CSS pixels: that of most iPhones since 2014. */
export const phoneWidth = 375;

/** A small phone, a usual one, and the width that most mails are made for. */
const widths = ['320', `${phoneWidth}`, '600'];

/** No screen that shows mails is narrower or wider. */
const least = 240;
const most = 1920;

interface WidthFieldProps {
  /** In CSS pixels. */
  width: number;
  onChange: (width: number) => void;
}

/** Chooses the width of the screen that shows the mail: one of three, or any. */
export function WidthField({ width, onChange }: WidthFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const change = (text: string) => {
    setTyped(text);
    const number = Number(text);
    if (Number.isInteger(number) && number >= least && number <= most) onChange(number);
  };
  return (
    <div className="preview-width">
      <SegmentedControl
        size="xs"
        aria-label="Usual widths"
        value={`${width}`}
        onChange={(chosen) => onChange(Number(chosen))}
        data={widths}
      />
      <TextInput
        size="xs"
        w={80}
        type="number"
        aria-label={`Width in pixels, ${least} to ${most}`}
        min={least}
        max={most}
        step={5}
        value={typed ?? width}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
      />
      <span aria-hidden>px</span>
    </div>
  );
}
