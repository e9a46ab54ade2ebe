import { type Place, type PlaceOption, valuedOptions } from './places.ts';

/** The script for fish. */
export function fishCompletion(places: readonly Place[]): string {
  const paths = places.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));
  return `# Completion of postrider for fish. To use it: postrider completion fish > ~/.config/fish/completions/postrider.fish

function __postrider_is_at
    set -l place
    set -l is_value
    set -l typed (commandline -opc)
    for next in $typed[2..-1]
        if test -n "$is_value"
            set is_value
            continue
        end
        switch $next
            case ${valuedOptions(places).join(' ')}
                set is_value yes
        end
        switch (string trim -- "$place $next")
            case ${paths.join(' ')}
                set place (string trim -- "$place $next")
        end
    end
    test "$place" = "$argv[1]"
end

${places.flatMap(linesOf).join('\n')}`;
}

function linesOf({ path, subcommands, options }: Place): string[] {
  const here = `complete -c postrider -n "__postrider_is_at '${path}'"`;
  return [
    ...subcommands.map(({ name, about }) => `${here} -f -a ${name} -d ${quoted(about)}`),
    ...options.map((option) => `${here} ${words(option)} -d ${quoted(option.about)}`),
  ];
}

function words({ name, values }: PlaceOption): string {
  const long = `-l ${name.slice(2)}`;
  if (values === undefined) return long;
  return values.length > 0 ? `${long} -x -a ${quoted(values.join(' '))}` : `${long} -r`;
}

/** In single quotes, where fish reads only these two characters after a backslash. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
