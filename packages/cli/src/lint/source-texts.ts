import { globSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { orProblem } from "../translation-files.ts"

/**
 * Reads the texts of source files: files, folders and patterns, without translation files, hidden files, `node_modules` and
 * files that are no text.
 */
export const sourceTextsAt = (
  places: ReadonlyArray<string>,
  translations: ReadonlySet<string>,
  problems: Array<string>
): ReadonlyArray<string> => {
  const paths = new Set<string>()
  for (const place of places) {
    const found = /[*?[{]/.test(place)
      ? globSync(place, { exclude: isLeftOut }).filter((path) => statSync(path).isFile())
      : orProblem(place, problems, () => (statSync(place).isDirectory() ? filesBelow(place) : [place]))
    if (found?.length === 0) problems.push(`${place} has no source files.`)
    for (const path of found ?? []) paths.add(resolve(path))
  }
  return [...paths]
    .filter((path) => !translations.has(path))
    .map((path) => orProblem(path, problems, () => readFileSync(path, "utf8")) ?? "")
    .filter((text) => !text.includes("\0"))
}

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (isLeftOut(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return entry.isFile() ? [path] : []
  })

const isLeftOut = (name: string): boolean => name === "node_modules" || /(?:^|[\\/])\.[^./\\]/.test(name)
