import { globSync, readFileSync } from "node:fs"
import { sep } from "node:path"
import { allowedNames, bannedWords } from "./banned-words.ts"
import { findTexts } from "./find-texts.ts"

// Reads log texts, API descriptions, error sentences and docs, and fails for words that the glossary bans.

/** `file:line`, the word and the term to write instead, for each banned word in the texts of a file. */
export const findBannedWords = (file: string, content: string): ReadonlyArray<string> =>
  findTexts(file, content).flatMap(({ line, text }) => {
    const plain = allowedNames.reduce((rest, name) => rest.replaceAll(name, "…"), text)
    return bannedWords.flatMap(({ word, use }) =>
      [...plain.matchAll(new RegExp(`\\b(?:${word.source})\\b`, "gi"))].map(
        ([found]) => `${file}:${line}: "${found}": write ${use}`
      )
    )
  })

/** Generated from the migrations: names of columns, not prose. */
const generated = ["docs/schema.md"]

const check = (): void => {
  const files = globSync(["{apps,packages}/*/src/**/*.ts", "docs/*.md", "docs/reference/*.md"])
    .map((file) => file.replaceAll(sep, "/"))
    .filter((file) => !file.endsWith(".test.ts") && !file.includes("/testing/") && !generated.includes(file))
  const found = files.toSorted().flatMap((file) => findBannedWords(file, readFileSync(file, "utf8")))
  if (found.length === 0) return
  process.stderr.write(`${found.join("\n")}\n\nBanned words: tooling/language/src/banned-words.ts lists them.\n`)
  process.exit(1)
}

if (import.meta.main) check()
