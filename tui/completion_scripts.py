"""The three completion scripts without their table: how each shell finds the place of the cursor and offers words.

@STEPS@ and @CASES@ are the tables as a `case`: the place to which a word leads, and what is found there.
"""

BASH = """_gatescope() {
  local line=${COMP_LINE:0:COMP_POINT} command='open' place='' files='' option='' word
  local -a typed found=()
  read -ra typed <<< "$line"
  [[ $line == *[[:space:]] ]] && typed+=('')
  local last=$((${#typed[@]} - 1))
  local current=${typed[last]} previous=${typed[last - 1]}
  for word in "${typed[@]:1:last - 1}"; do
    case $option in @VALUED|@) option=''; continue ;; esac
    option=$word
    [[ $word == -* ]] && continue
    case $place/$word in
@STEPS@
    esac
    case $place in @COMMANDS|@) command=$place ;; esac
  done
  case $previous in
    @VALUED|@) place=$previous ;;
    *) case $current in
      -*) place="$command -" ;;
      *=*) place="$place ${current%%=*}=" ;;
    esac ;;
  esac
  case $place in
@CASES@
  esac
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "${found[*]}" -- "$current")
  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
  local before=''
  [[ $current == *=* ]] && before=${current%%=*}=
  if [[ $files ]]; then
    compopt -o filenames
    while IFS= read -r word; do COMPREPLY+=("$before$word"); done < <(compgen -f -- "${current#"$before"}")
  fi
  [[ $COMP_WORDBREAKS == *=* ]] && COMPREPLY=("${COMPREPLY[@]#"$before"}")
}
complete -F _gatescope gatescope
"""

ZSH = """#compdef gatescope
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_gatescope() {
  local command='open' place='' files='' option='' word current=$PREFIX previous=$words[CURRENT-1]
  local -a found keys whole
  for word in $words[2,CURRENT-1]; do
    case $option in @VALUED|@) option=''; continue ;; esac
    option=$word
    [[ $word == -* ]] && continue
    case $place/$word in
@STEPS@
    esac
    case $place in @COMMANDS|@) command=$place ;; esac
  done
  case $previous in
    @VALUED|@) place=$previous ;;
    *) case $current in
      -*) place="$command -" ;;
      *=*) place="$place ${current%%=*}=" ;;
    esac ;;
  esac
  case $place in
@CASES@
  esac
  keys=(${(M)found:#*=}) whole=(${found:#*=})
  (( $#keys )) && compadd -S '' -- $keys
  (( $#whole )) && compadd -- $whole
  if [[ -n $files ]]; then
    [[ $current == *=* ]] && compset -P '*='
    _files
  fi
}
if [[ $funcstack[1] == _gatescope ]]; then _gatescope "$@"; else compdef _gatescope gatescope; fi
"""

FISH = """function __gatescope_place
  set -l command open
  set -l place ''
  set -l option ''
  for word in (commandline -opc)[2..-1]
    if contains -- $option @VALUED @
      set option ''
      continue
    end
    set option $word
    string match -q -- '-*' $word; and continue
    switch $place/$word
@STEPS@
    end
    contains -- $place @COMMANDS @; and set command $place
  end
  printf '%s\\n' $command $place
end
function __gatescope_command_is
  contains -- (__gatescope_place)[1] $argv
end
function __gatescope_words
  set -l current (commandline -ct)
  set -l place (__gatescope_place)[2]
  if string match -q -- '*=*' $current
    set place "$place "(string replace -r '=.*' '=' -- $current)
  end
  switch $place
@CASES@
  end
end
function __gatescope_files
  set -l before (string match -r '^[^=]*=' -- $argv[1]); or set before ''  # no value at all would print nothing
  for file in (__fish_complete_path (string replace -r '^[^=]*=' '' -- $argv[1]))
    echo $before$file
  end
end
complete -c gatescope -e
complete -c gatescope -f -a '(__gatescope_words)'
@OPTIONS@
"""
