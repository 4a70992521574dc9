import { findComments } from "./find-texts.ts"

/** Words that no comment begins with: it would name neither a subject nor an action. */
const rejectedOpening = /^(?:\/\*+|\/\/)[\s*]*(What|Of|As|Whose|Who)\b/

/** Beginnings of the paths whose comments are checked. */
export const cleanFolders: ReadonlyArray<string> = [""]

/** `file:line` and the word, for each comment that begins with a rejected one; only the first of neighbouring lines counts. */
export const findRejectedOpenings = (file: string, content: string): ReadonlyArray<string> => {
  const lines = content.split("\n")
  const continues = (line: number): boolean =>
    [line - 1, line - 2].every((index) => /^\s*\/\//.test(lines[index] ?? ""))
  return findComments(file, content).flatMap(({ line, text }) => {
    const [, word] = rejectedOpening.exec(text) ?? []
    return word === undefined || (text.startsWith("//") && continues(line))
      ? []
      : [`${file}:${line}: a comment begins with "${word}": begin with a verb ("Returns …") or with the thing itself`]
  })
}
