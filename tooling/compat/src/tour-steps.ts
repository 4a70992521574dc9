/** One command that a reader runs, and what has to appear then. */
export interface TourStep {
  /** The reader's terminal for the command. */
  readonly terminal: "server" | "receiver" | "shell"
  readonly command: string
  /** `…` stands for any text within a line; null: nothing is promised. */
  readonly output: string | null
  /** The line that the receiver's terminal shows then; null: nothing is promised. */
  readonly received: string | null
}

/** Each `bash` block with the `text` block after it. A second `text` block is the output of the receiver. */
export const tourSteps = (document: string): ReadonlyArray<TourStep> => {
  const steps: Array<TourStep> = []
  for (const [, language, text = ""] of document.matchAll(/^```(bash|text)\n(.*?)^```$/gms)) {
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

const terminalOf = (command: string): TourStep["terminal"] => {
  if (command.includes("npm start")) return "server"
  return command.startsWith("node -e") ? "receiver" : "shell"
}
