/** One thing that a reader of the README does, and what has to appear then. */
export interface ReadmeStep {
  /** Which of the reader's terminals it goes into. */
  readonly terminal: "server" | "receiver" | "shell"
  readonly command: string
  /** `…` stands for any text within a line; null: nothing is promised. */
  readonly output: string | null
  /** What appears in the terminal of the receiver then; null: nothing is promised. */
  readonly received: string | null
}

/**
 * The steps of a section: each `bash` block with the `text` block after it. A second `text` block is the output of the
 * receiver.
 */
export const readmeSteps = (readme: string, heading: string): ReadonlyArray<ReadmeStep> => {
  const [, section = ""] = readme.split(`\n## ${heading}\n`)
  const [body = ""] = section.split("\n## ")
  const steps: Array<ReadmeStep> = []
  for (const [, language, text = ""] of body.matchAll(/^```(bash|text)\n(.*?)^```$/gms)) {
    const last = steps.at(-1)
    if (language === "bash") steps.push({ terminal: terminalOf(text), command: text, output: null, received: null })
    else if (last?.output === null) steps.splice(-1, 1, { ...last, output: text })
    else if (last !== undefined) steps.splice(-1, 1, { ...last, received: text })
  }
  return steps
}

/** The promised text as an expression; anchored nowhere. */
export const promised = (text: string): string =>
  text
    .trim()
    .split("…")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join(".+")

const terminalOf = (command: string): ReadmeStep["terminal"] => {
  if (command.includes("npm start")) return "server"
  return command.startsWith("node -e") ? "receiver" : "shell"
}
