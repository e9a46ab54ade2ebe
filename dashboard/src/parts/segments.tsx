import { Input, SegmentedControl, type SegmentedControlProps } from '@mantine/core';

interface SegmentsProps<Value extends string>
  extends Omit<SegmentedControlProps<Value>, 'data' | 'value' | 'onChange'> {
  label: string;
  /** The label of each value, in their order. */
  of: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of one value, which stands in a row with the others. */
export function Segments<Value extends string>({ label, of, ...props }: SegmentsProps<Value>) {
  const values = Object.keys(of) as Value[];
  const data = values.map((value) => ({ value, label: of[value] }));
  return <SegmentedControl<Value> aria-label={label} data={data} {...props} />;
}

interface SegmentsFieldProps<Value extends string> extends SegmentsProps<Value> {
  description?: string;
  error?: string | undefined;
}

/** The same as a field of a form, with a visible label. */
export function SegmentsField<Value extends string>(props: SegmentsFieldProps<Value>) {
  const { description, error, ...segments } = props;
  return (
    <Input.Wrapper label={props.label} labelElement="div" {...{ description, error }}>
      <Segments mt="xs" fullWidth {...segments} />
    </Input.Wrapper>
  );
}

export const allOrSome = { all: 'All', some: 'Only some' };
