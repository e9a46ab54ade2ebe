import type { Command, Option } from 'commander';

interface Offer {
  /** The words of the command without the program's name, such as `template push`; empty for the program. */
  place: string;
  name: string;
  about: string;
  /** The values of an option: empty if any value is allowed, undefined if the option has none. */
  values?: readonly string[];
}

/** The offers of the whole program. The program's own options follow every command but `start`. */
export function offersOf(program: Command): Offer[] {
  // Every command has a help of its own, and only the program has a version.
  const own = optionsOf(program).filter(({ name }) => name !== '--help' && name !== '--version');
  return offersBelow(program, [], own);
}

function offersBelow(command: Command, path: string[], everywhere: readonly Named[]): Offer[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command).map((one) => ({
    name: one.name(),
    about: help.subcommandDescription(one),
  }));
  // `start` is dispatched before the program's options are read.
  const others = path.length === 0 || path[0] === 'start' ? [] : everywhere;
  const here = [...subcommands, ...optionsOf(command), ...others];
  return [
    ...here.map((offer) => ({ place: path.join(' '), ...offer })),
    ...command.commands.flatMap((one) => offersBelow(one, [...path, one.name()], everywhere)),
  ];
}

type Named = Omit<Offer, 'place'>;

function optionsOf(command: Command): Named[] {
  const options = command.createHelp().visibleOptions(command);
  return options.map((option: Option) => ({
    name: option.long ?? option.short ?? '',
    about: option.description,
    values: option.isBoolean() ? undefined : (option.argChoices ?? []),
  }));
}

/** Reads offers (place, name, values or `*`, text), and prints those that fit the words in its arguments. */
const choose = `
BEGIN { FS = "\\t"; last = ARGC - 1; for (i = 1; i <= last; i++) typed[i] = ARGV[i]; ARGC = 1 }
{
  places[$1]
  place[NR] = $1; name[NR] = $2; values[NR] = $3
  shown[NR] = substr($0, length($1 $2 $3) + 4)
  if ($3 != "") valued[$2]
}
END {
  for (i = 1; i < last; i++) {
    if (option != "") { option = ""; continue }
    if (typed[i] in valued) option = typed[i]
    below = (here == "" ? "" : here " ") typed[i]
    if (below in places) here = below
  }
  for (i = 1; i <= NR; i++) {
    if (place[i] != here) continue
    if (option == "") {
      if ((name[i] ~ /^-/) == (typed[last] ~ /^-/)) print shown[i]
    } else if (option == name[i] && values[i] != "*") {
      count = split(values[i], value, " ")
      for (j = 1; j <= count; j++) print value[j]
    }
  }
}`;

/** How a shell shows an offer, how it quotes a text, and the script around the two texts. */
interface Shell {
  show: (offer: Offer) => string;
  quote: (text: string) => string;
  script: (offers: string, program: string) => string;
}

const quoteForSh = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const shells: Record<'bash' | 'zsh' | 'fish', Shell> = {
  // Also for the bash 3.2 of macOS. Without an offer bash completes the names of files.
  bash: {
    show: ({ name }) => name,
    quote: quoteForSh,
    script: (
      offers,
      program,
    ) => `# Completion of postrider for bash. To use it, write into ~/.bashrc: eval "$(postrider completion bash)"

_postrider() {
  local IFS=$'\\n' offers
  offers=$(awk ${program} "\${COMP_WORDS[@]:1:COMP_CWORD}" <<<${offers})
  COMPREPLY=($(compgen -W "$offers" -- "\${COMP_WORDS[COMP_CWORD]}"))
}

complete -o default -F _postrider postrider`,
  },
  // It can be sourced, or be the file `_postrider` in a folder of `fpath`.
  zsh: {
    // In `_describe` a colon ends the word.
    show: ({ name, about }) => `${name}:${about.replaceAll('\\', '\\\\').replaceAll(':', '\\:')}`,
    quote: quoteForSh,
    script: (offers, program) => `#compdef postrider
# Completion of postrider for zsh. To use it, write into ~/.zshrc, after compinit: eval "$(postrider completion zsh)"

_postrider() {
  local -a offers
  offers=("\${(@f)$(awk ${program} "\${(@)words[2,CURRENT-1]}" "$PREFIX" <<<${offers})}")
  if [[ -n $offers[1] ]]; then
    _describe postrider offers
  else
    _files
  fi
}

if [[ $funcstack[1] == _postrider ]]; then
  _postrider "$@"
else
  compdef _postrider postrider
fi`,
  },
  fish: {
    show: ({ name, about }) => `${name}\t${about}`,
    // In single quotes fish reads only these two characters after a backslash.
    quote: (text) => `'${text.replace(/[\\']/g, '\\$&')}'`,
    script: (
      offers,
      program,
    ) => `# Completion of postrider for fish. To use it: postrider completion fish > ~/.config/fish/completions/postrider.fish

function __postrider_offers
    set -l typed (commandline -opc) (commandline -ct)
    # Otherwise fish looks for the letters in the descriptions too.
    set -l start ^(string escape --style=regex -- $typed[-1])
    printf '%s\\n' ${offers} | awk ${program} $typed[2..-1] | string match -r -- "$start.*"
end

complete -c postrider -a '(__postrider_offers)'
complete -c postrider -n '__postrider_offers | string length -q' -f`,
  },
};

export type ShellName = keyof typeof shells;

export const shellNames = Object.keys(shells) as ShellName[];

export function completionFor(shell: ShellName, offers: readonly Offer[]): string {
  const { show, quote, script } = shells[shell];
  const lines = offers.map((offer) => {
    const values = offer.values && (offer.values.join(' ') || '*');
    return [offer.place, offer.name, values ?? '', show(offer)].join('\t');
  });
  return script(quote(lines.join('\n')), quote(choose));
}
