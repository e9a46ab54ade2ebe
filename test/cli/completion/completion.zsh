#compdef postrider
# Completion of postrider for zsh. To use it, write into ~/.zshrc, behind compinit: eval "$(postrider completion zsh)"

_postrider() {
  local place= next= is_value=
  local -a subcommands flags
  for next in "${(@)words[2,CURRENT-1]}"; do
    if [[ -n $is_value ]]; then
      is_value=
      continue
    fi
    case $next in
      --plan) is_value=1 ;;
    esac
    case "${place:+$place }$next" in
      'key') place="${place:+$place }$next" ;;
    esac
  done
  if [[ -n $is_value ]]; then
    case "$place $next" in
      'key --plan') compadd free pro ;;
      *) _files ;;
    esac
    return
  fi
  case $place in
    'key')
      subcommands=(
        'list:list an account'\''s keys\: all'
      )
      flags=(
        '--json:print JSON'
        '--plan:the plan'
      )
      ;;
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
fi