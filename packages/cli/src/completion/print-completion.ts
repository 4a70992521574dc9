import type { CompletedCommand, Shell } from "./command-options.ts"

type Commands = Readonly<Record<string, CompletedCommand>>

/** Prints the script with which a shell completes the words of `dragoman`, out of the table of its commands. */
export const printCompletion = (shell: Shell, commands: Commands): string => {
  switch (shell) {
    case "bash":
      return printBash(commands)
    case "zsh":
      return `#compdef dragoman\nautoload -Uz bashcompinit && bashcompinit\n${printBash(commands)}`
    case "fish":
      return printFish(commands)
  }
}

const printBash = (commands: Commands): string => `_dragoman() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(Object.keys(commands))} -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]} $before" in
${Object.entries(commands)
  .flatMap(([name, { choices, options }]) => [
    ...Object.entries(choices)
      .filter(([option]) => Object.hasOwn(options, option))
      .map(
        ([option, values]) =>
          `    ${quoted([`${name} --${option}`])}) COMPREPLY=($(compgen -W ${quoted(values)} -- "$word")); return ;;`
      )
  ])
  .join("\n")}
  esac
  case "\${COMP_WORDS[1]} $word" in
${Object.entries(commands)
  .flatMap(([name, { options, words }]) => [
    `    ${quoted([`${name} -`])}*) COMPREPLY=($(compgen -W ${quoted(Object.keys(options).map((option) => `--${option}`))} -- "$word")) ;;`,
    words === null
      ? `    ${quoted([`${name} `])}*) COMPREPLY=($(compgen -f -- "$word")) ;;`
      : `    ${quoted([`${name} `])}*) COMPREPLY=($(compgen -W ${quoted(words)} -- "$word")) ;;`
  ])
  .join("\n")}
  esac
}
complete -o filenames -F _dragoman dragoman
`

const printFish = (commands: Commands): string => {
  const names = Object.keys(commands)
  const lines = Object.entries(commands).flatMap(([name, { meaning, options, choices, words }]) => {
    const here = `complete -c dragoman -n '__fish_seen_subcommand_from ${name}'`
    return [
      `complete -c dragoman -n 'not __fish_seen_subcommand_from ${names.join(" ")}' -f -a ${name} -d ${quoted([meaning])}`,
      ...(words === null ? [] : [`${here} -f${words.length === 0 ? "" : ` -a ${quoted(words)}`}`]),
      ...Object.entries(options).map(([option, { type }]) => {
        const values = choices[option]
        const argument = type === "boolean" ? "" : values === undefined ? " -r" : ` -x -a ${quoted(values)}`
        return `${here} -l ${option}${argument}`
      })
    ]
  })
  return `${lines.join("\n")}\n`
}

const quoted = (words: ReadonlyArray<string>): string => `'${words.join(" ").replaceAll("'", "'\\''")}'`
