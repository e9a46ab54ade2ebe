import { choices, type Named, type Place, valuedOptions } from './places.ts';

/** The script for zsh: sourced, or as the file `_postrider` in a folder of `fpath`. */
export function zshCompletion(places: readonly Place[]): string {
  const paths = places.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));
  return `#compdef postrider
# Completion of postrider for zsh. To use it, write into ~/.zshrc, behind compinit: eval "$(postrider completion zsh)"

_postrider() {
  local place= next= is_value=
  local -a subcommands flags
  for next in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n $is_value ]]; then
      is_value=
      continue
    fi
    case $next in
      ${valuedOptions(places).join(' | ')}) is_value=1 ;;
    esac
    case "\${place:+$place }$next" in
      ${paths.join(' | ')}) place="\${place:+$place }$next" ;;
    esac
  done
  if [[ -n $is_value ]]; then
    case "$place $next" in
${choices(places)
  .map(({ path, name, values }) => `      '${path} ${name}') compadd ${values} ;;`)
  .join('\n')}
      *) _files ;;
    esac
    return
  fi
  case $place in
${places.map(descriptions).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option flags
  elif (( $#subcommands )); then
    _describe command subcommands
  else
    _files
  fi
}

if [[ $funcstack[1] == _postrider ]]; then
  _postrider "$@"
else
  compdef _postrider postrider
fi`;
}

function descriptions({ path, subcommands, options }: Place): string {
  const list = (name: string, all: readonly Named[]) =>
    all.length === 0 ? '' : `\n      ${name}=(\n${all.map(described).join('\n')}\n      )`;
  return `    '${path}')${list('subcommands', subcommands)}${list('flags', options)}
      ;;`;
}

/** In `_describe` a colon ends the word. */
const described = ({ name, about }: Named) =>
  `        '${name}:${about.replaceAll('\\', '\\\\').replaceAll(':', '\\:').replaceAll("'", "'\\''")}'`;
