/** Scripts that ask the hidden command `__complete` for the words that can follow. */
export const scripts = {
  bash: `_groundplan() {
  local IFS=$'\\n' words
  words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=($(groundplan __complete -- "\${words[@]}" 2>/dev/null | cut -f1))
  [[ \${#COMPREPLY[@]} -eq 0 ]] && compopt -o default
}
complete -F _groundplan groundplan
`,
  zsh: `_groundplan() {
  local -a found
  local line
  for line in "\${(@f)$(groundplan __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#found} )); then _describe 'groundplan' found; else _files; fi
}
compdef _groundplan groundplan
`,
  fish: `function __groundplan_complete
  set -l words (commandline -opc)
  set -l typed (commandline -ct)
  groundplan __complete -- $words[2..-1] "$typed" 2>/dev/null
end
complete -c groundplan -a '(__groundplan_complete)'
`,
} as const;
