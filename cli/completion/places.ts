import type { Command, Option } from 'commander';

/** A place on the command line: behind a command, where its subcommands and options can follow. */
export interface Place {
  /** The words of the command without the program's name, such as `template push`; empty for the program. */
  path: string;
  subcommands: readonly Named[];
  options: readonly PlaceOption[];
}

/** A word and what it does. */
export interface Named {
  name: string;
  about: string;
}

export interface PlaceOption extends Named {
  /** Undefined: the option has no value. Empty: any value. */
  values?: readonly string[];
}

/** Every place of the program, the program first. The program's own options follow every command but `start`. */
export function placesOf(program: Command): Place[] {
  return placesBelow(
    program,
    [],
    optionsOf(program).filter(({ name }) => !own.has(name)),
  );
}

/** Every command has a help of its own, and only the program has a version. */
const own = new Set(['--help', '--version']);

function placesBelow(command: Command, path: string[], everywhere: PlaceOption[]): Place[] {
  const { commands } = command;
  // It is dispatched before the program's options are read.
  const takesNoOther = path.length === 0 || path[0] === 'start';
  const help = command.createHelp();
  const place = {
    path: path.join(' '),
    subcommands: help.visibleCommands(command).map((one) => ({
      name: one.name(),
      about: help.subcommandDescription(one),
    })),
    options: [...optionsOf(command), ...(takesNoOther ? [] : everywhere)],
  };
  const below = commands.flatMap((one) => placesBelow(one, [...path, one.name()], everywhere));
  return [place, ...below];
}

function optionsOf(command: Command): PlaceOption[] {
  return command.createHelp().visibleOptions(command).map(describe);
}

function describe(option: Option): PlaceOption {
  const { long, short, description: about, argChoices } = option;
  const name = long ?? short ?? '';
  return option.isBoolean() ? { name, about } : { name, about, values: argChoices ?? [] };
}

/** The names of the options that have a value, in any place. */
export function valuedOptions(places: readonly Place[]): string[] {
  const names = places.flatMap(({ options }) =>
    options.flatMap(({ name, values }) => (values ? [name] : [])),
  );
  return [...new Set(names)].sort();
}

/** The options that have a fixed set of values, each with the places where it has them. */
export function choices(
  places: readonly Place[],
): { path: string; name: string; values: string }[] {
  return places.flatMap(({ path, options }) =>
    options.flatMap(({ name, values = [] }) =>
      values.length > 0 ? [{ path, name, values: values.join(' ') }] : [],
    ),
  );
}
