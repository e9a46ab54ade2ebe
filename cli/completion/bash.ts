import { choices, type Place, valuedOptions } from './places.ts';

/** The script for bash, also for the bash 3.2 of macOS. Where it has no word to offer, bash offers files. */
export function bashCompletion(places: readonly Place[]): string {
  const paths = places.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));
  return `# Completion of postrider for bash. To use it, write into ~/.bashrc: eval "$(postrider completion bash)"

_postrider() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  local place= next words= options= isValue= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    next=\${COMP_WORDS[i]}
    if [[ $isValue ]]; then
      isValue=
      continue
    fi
    case $next in
      ${valuedOptions(places).join(' | ')}) isValue=1 ;;
    esac
    case "\${place:+$place }$next" in
      ${paths.join(' | ')}) place="\${place:+$place }$next" ;;
    esac
  done
  if [[ $isValue ]]; then
    case "$place $before" in
${choices(places)
  .map(
    ({ path, name, values }) =>
      `      '${path} ${name}') COMPREPLY=($(compgen -W '${values}' -- "$word")) ;;`,
  )
  .join('\n')}
    esac
    return
  fi
  case $place in
${places.map(words).join('\n')}
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}

complete -o default -F _postrider postrider`;
}

function words({ path, subcommands, options }: Place): string {
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(' ');
  return `    '${path}')
      words='${names(subcommands)}'
      options='${names(options)}'
      ;;`;
}
