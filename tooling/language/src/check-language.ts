import { globSync, readFileSync } from "node:fs"
import { sep } from "node:path"
import { actorWords, allowedNames, type BannedWord, bannedWords } from "./banned-words.ts"
import { cleanFolders, findRejectedOpenings } from "./comment-openings.ts"
import { type FoundText, findComments, findTexts } from "./find-texts.ts"

// Reads log texts, API descriptions, error sentences, docs, comments and the console's texts, and fails for banned words and
// for comments that begin with a rejected word.

/** `file:line`, the word and the term to write instead, for each banned word in the texts of a file. */
export const findBannedWords = (file: string, content: string): ReadonlyArray<string> => [
  ...findWords(file, findTexts(file, content), file.endsWith(".json") ? actorWords : bannedWords),
  ...findWords(file, findComments(file, content), actorWords)
]

const findWords = (file: string, texts: ReadonlyArray<FoundText>, words: ReadonlyArray<BannedWord>) =>
  texts.flatMap(({ line, text }) => {
    const plain = allowedNames.reduce((rest, name) => rest.replaceAll(name, "…"), text)
    return words.flatMap(({ word, use }) =>
      [...plain.matchAll(new RegExp(`\\b(?:${word.source})\\b`, "gi"))].map(
        ([found]) => `${file}:${line}: "${found}": write ${use}`
      )
    )
  })

/** Generated from the migrations: names of columns, not prose. */
const generated = ["docs/schema.md"]

const pathsOf = (patterns: ReadonlyArray<string>): ReadonlyArray<string> =>
  globSync([...patterns], { exclude: ["**/node_modules", "**/dist"] })
    .map((file) => file.replaceAll(sep, "/"))
    .toSorted()

const sources = "{apps,packages,tooling}/*/{src,build}/**/*.{ts,tsx,mjs,js,css}"

const check = (): void => {
  const files = pathsOf([
    "{apps,packages,tooling}/*/src/**/*.{ts,tsx}",
    "apps/web/src/base/texts/en.json",
    "apps/web/src/base/texts/error/en.json",
    "docs/*.md",
    "docs/{adr,reference}/*.md"
  ]).filter((file) => !file.endsWith(".test.ts") && !file.includes("/testing/") && !generated.includes(file))
  const words = files.flatMap((file) => findBannedWords(file, readFileSync(file, "utf8")))
  const openings = pathsOf([sources, "*.{ts,mjs}", ".*.mjs", "tooling/*.mjs", "apps/web/*.ts"])
    .filter((file) => cleanFolders.some((folder) => file.startsWith(folder)))
    .flatMap((file) => findRejectedOpenings(file, readFileSync(file, "utf8")))
  if (words.length > 0) words.push("", "Banned words: tooling/language/src/banned-words.ts lists them.")
  if (words.length + openings.length === 0) return
  process.stderr.write(`${[...openings, ...words].join("\n")}\n`)
  process.exit(1)
}

if (import.meta.main) check()
