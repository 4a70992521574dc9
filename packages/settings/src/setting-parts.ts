import { Result } from "effect"
import { spelling } from "./spelling.ts"

type ReadFile = (path: string) => string | null

/** A setting whose name continues that of another one. */
export interface SettingPart {
  /** The rest of the name, as it was written: `0_API_KEY`. */
  readonly name: string
  readonly quoted: string
  readonly text: string
}

/** Settings whose names begin alike, such as those of the items of a list; together they are one setting. */
export interface SettingParts {
  /** The beginning of Tolgee's names for them. */
  readonly tolgee: string
  /** Joins the parts to the text of the setting; the failure is a sentence without secrets. */
  readonly join: (parts: ReadonlyArray<SettingPart>, readFile: ReadFile) => Result.Result<string, string>
}

/**
 * Joins the parts that a source has under the first of the prefixes; null: it has none. Parts of two sources are not mixed, so
 * that no item of a list gets values of another one.
 */
export const textOfParts = (
  { join }: SettingParts,
  prefixes: ReadonlyArray<string>,
  written: ReadonlyArray<SettingPart & { readonly source: "environment" | "config" }>,
  readFile: ReadFile
) => {
  for (const prefix of prefixes) {
    const found = written.flatMap((setting) => {
      const name = setting.text === "" ? null : restOf(setting.name, prefix)
      return name === null ? [] : [{ ...setting, rest: name }]
    })
    const [first] = found
    if (first === undefined) continue
    const isFile = first.source === "config"
    const name = first.quoted.slice(0, first.quoted.length - first.rest.length).replace(/[._-]$/, "")
    return Result.map(
      join(
        found.map(({ rest, quoted, text }) => ({ name: rest, quoted, text })),
        readFile
      ),
      (text) => ({
        source: isFile ? ("file" as const) : ("environment" as const),
        origin: `${name}${isFile ? "." : "_"}…`,
        name,
        text,
        example: (example: string) => `${prefix}=${example}`
      })
    )
  }
  return null
}

/** Says whether a name is one of a part. The file with the whole setting is none. */
export const isPartOf = (name: string, prefix: string): boolean => restOf(name, prefix) !== null

const restOf = (name: string, prefix: string): string | null => {
  const begin = spelling(prefix)
  let consumed = 0
  let index = 0
  while (index < name.length && consumed < begin.length) {
    const letter = spelling(name[index] ?? "")
    if (letter !== "" && letter !== begin[consumed]) return null
    if (letter !== "") consumed += 1
    index += 1
  }
  const separated = name.slice(index)
  const rest = separated.replace(/^[._-]+/, "")
  return consumed < begin.length || rest === separated || spelling(rest) === "file" ? null : rest
}
