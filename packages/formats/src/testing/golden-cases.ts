import { readdirSync, readFileSync } from "node:fs"
import { defaultReadOptions, type ReadOptions } from "../reader.ts"

/** One folder `golden/<name>`: `input.<extension>`, `expected.json`, and `options.json` where others than the usual ones matter. */
export interface GoldenCase {
  readonly name: string
  readonly bytes: Uint8Array
  readonly options: ReadOptions
  readonly expected: unknown
}

/** The cases of one format; `folder` is its `golden` folder. A file is read as `en.<extension>` unless options say otherwise. */
export const goldenCases = (folder: URL): ReadonlyArray<GoldenCase> =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const place = new URL(`${name}/`, folder)
      const files = readdirSync(place)
      const input = files.find((file) => file.startsWith("input.")) ?? "input"
      const options = files.includes("options.json") ? readJsonFile(new URL("options.json", place)) : {}
      return {
        name,
        bytes: readFileSync(new URL(input, place)),
        options: { ...defaultReadOptions, path: input.replace("input", "en"), ...(options as Partial<ReadOptions>) },
        expected: readJsonFile(new URL("expected.json", place))
      }
    })

const readJsonFile = (url: URL): unknown => JSON.parse(readFileSync(url, "utf8"))
