import { randomInt } from "node:crypto"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import { CommandFailure } from "../command-failure.ts"
import type { PasswordSource } from "./user-arguments.ts"

/** The terminal of the operator, or its replacement. */
export interface PasswordInput {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  /** Output of questions; never the standard output, which a program may read. */
  readonly output: { readonly write: (text: string) => unknown }
}

/** Length with about 113 bits. */
const generatedLength = 20
/** Letters and digits that do not look alike. */
const letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"

export const generatePassword = (): string =>
  Array.from({ length: generatedLength }, () => letters[randomInt(letters.length)]).join("")

/** Reads the password of a source other than the generator. */
export const readPassword = async (
  source: Exclude<PasswordSource, { readonly kind: "generated" }>,
  terminal: PasswordInput
): Promise<string> => {
  if (source.kind === "file") return readPasswordFile(source.path)
  if (terminal.input.isTTY !== true) {
    throw new CommandFailure({ sentence: "There is no terminal to ask on: use --password-file FILE, or - for a pipe." })
  }
  const [password = "", repeated = ""] = await ask(terminal, ["New password: ", "Repeat it: "])
  if (password !== repeated) throw new CommandFailure({ sentence: "The two passwords differ. Nothing was changed." })
  return password
}

const readPasswordFile = (path: string): string => {
  try {
    // The editor, or `echo`, adds the line end.
    return readFileSync(path === "-" ? 0 : path, "utf8").replace(/\r?\n$/, "")
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${error.code})` : ""
    throw new CommandFailure({ sentence: `The file of --password-file cannot be read${code}.` })
  }
}

/**
 * Reads the lines that are typed as answers, also those that come before their question. Typed characters are not
 * shown.
 */
const ask = ({ input, output }: PasswordInput, questions: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  new Promise((resolve, reject) => {
    const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input, output: hidden, terminal: true })
    const answers: Array<string> = []
    output.write(questions[0] ?? "")
    lines.on("line", (line) => {
      if (answers.length === questions.length) return
      answers.push(line)
      output.write(`\n${questions[answers.length] ?? ""}`)
      if (answers.length === questions.length) lines.close()
    })
    lines.once("close", () => {
      if (answers.length === questions.length) return resolve(answers)
      output.write("\n")
      reject(new CommandFailure({ sentence: "No password was typed. Nothing was changed." }))
    })
  })
