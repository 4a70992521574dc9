import { readFileSync } from "node:fs"
import { join } from "node:path"

/** A row of the table in docs/monitoring.md. */
export interface DocumentedMetric {
  readonly family: string
  readonly labels: ReadonlyArray<string>
  /** Conditions of the metric: `mail`, `Linux`. `d`: the dispatcher has it too. */
  readonly there: ReadonlyArray<string>
}

export const documentedMetrics = (): ReadonlyArray<DocumentedMetric> =>
  readFileSync(join(import.meta.dirname, "../../../../docs/monitoring.md"), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, family, labels = "", there = ""] =
        /^\| `((?:dragoman|process)_\w+)` \| ?([^|]*)\| [^|]+\| ?([^|]*)\|$/.exec(line) ?? []
      return family === undefined ? [] : [{ family, labels: listOf(labels), there: listOf(there) }]
    })

const listOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((entry) => entry.trim().replaceAll("`", ""))
    .filter((entry) => entry !== "")

/** The families of a text of Prometheus with the labels of their series, those of histograms left out. */
export const printedMetrics = (text: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const labelsByFamily = new Map<string, ReadonlyArray<string>>()
  let family = ""
  for (const line of text.split("\n")) {
    family = /^# TYPE (\w+) /.exec(line)?.[1] ?? family
    const [, labels = ""] = /^[a-z_]+(?:\{(.*)\})? /.exec(line) ?? []
    if (line === "" || line.startsWith("#")) continue
    const names = [...labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)].map(([, name = ""]) => name)
    labelsByFamily.set(
      family,
      names.filter((name) => name !== "le")
    )
  }
  return labelsByFamily
}
