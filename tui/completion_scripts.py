"""The three completion scripts without their table: how each shell finds the place of the cursor and offers words.

@CASES@ is the table as a `case` that sets what is found; the words are matched whole, never as patterns.
"""

BASH = """_gatescope() {
  local line=${COMP_LINE:0:COMP_POINT} command='' pane='' place='' files='' word
  local -a typed found=()
  read -ra typed <<< "$line"
  [[ $line == *[[:space:]] ]] && typed+=('')
  local last=$((${#typed[@]} - 1))
  local current=${typed[last]} previous=${typed[last - 1]}
  for word in "${typed[@]:1:last - 1}"; do
    case $word in
      @PANES|@) pane=${pane:-$word} ;;
      @COMMANDS|@) [[ $command$pane ]] || command=$word ;;
    esac
  done
  case $previous in
    @VALUED|@) place=$previous ;;
    *) case $current in
      -*) place="${command:-open} -" ;;
      *=*) place="$pane ${current%%=*}=" ;;
      *) place=${pane:-$command}; [[ $pane && $command == help ]] && place=none ;;
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
  local command='' pane='' place='' files='' word current=$PREFIX previous=$words[CURRENT-1]
  local -a found keys whole
  for word in $words[2,CURRENT-1]; do
    case $word in
      @PANES|@) pane=${pane:-$word} ;;
      @COMMANDS|@) [[ -n $command$pane ]] || command=$word ;;
    esac
  done
  case $previous in
    @VALUED|@) place=$previous ;;
    *) case $current in
      -*) place="${command:-open} -" ;;
      *=*) place="$pane ${current%%=*}=" ;;
      *) place=${pane:-$command}; [[ -n $pane && $command == help ]] && place=none ;;
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

FISH = """function __gatescope_words
  set -l current (commandline -ct)
  set -l typed (commandline -opc)
  set -l command ''
  set -l pane ''
  for word in $typed[2..-1]
    switch $word
      case @PANES @
        test -n "$pane"; or set pane $word
      case @COMMANDS @
        test -n "$command$pane"; or set command $word
    end
  end
  set -l place $command
  if string match -q -- '*=*' $current
    set place "$pane "(string replace -r '=.*' '=' -- $current)
  else if test -n "$pane"
    set place $pane
    test $command = help; and set place none
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
