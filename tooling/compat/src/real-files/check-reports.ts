import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { type CheckFinding, checkText, defaultCheckTypes } from "@dragoman/formats/check"
import type { TextPair } from "./text-pairs.ts"

/** One finding of the checks that are on by default, in a pair of real texts. */
export interface CheckReport {
  /** A digest of the pair, type, message and ordinal among those of the same pair, type and message. */
  readonly id: string
  readonly pair: TextPair
  readonly finding: CheckFinding
}

/**
 * The judgement of a person who read the report. Right: the text has the problem. Taste: the difference is there, and a translator
 * may want it. Wrong: the text is good.
 */
export type Label = "right" | "taste" | "wrong"

/** Checks all pairs; reports come in an order drawn at random with a seed, which is the same for a report whatever others there are. */
export const reportsOf = (pairs: ReadonlyArray<TextPair>): ReadonlyArray<CheckReport> =>
  pairs
    .flatMap((pair) => {
      const digest = digestOf(pair.fileName, pair.keyName, pair.languageTag, pair.base, pair.text).slice(0, 12)
      const ordinals = new Map<string, number>()
      return findingsOf(pair).map((finding): CheckReport => {
        const name = `${finding.type} ${finding.message}`
        const ordinal = ordinals.get(name) ?? 0
        ordinals.set(name, ordinal + 1)
        return { id: `${digest} ${name} ${ordinal}`, pair, finding }
      })
    })
    .map((report) => ({ report, place: digestOf(seed, report.id) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ report }) => report)

const seed = "7"

const findingsOf = ({ text, languageTag, base }: TextPair): ReadonlyArray<CheckFinding> =>
  checkText(
    { text, languageTag, base: { text: base, languageTag: "en" }, isPlural: false, isIcu: true, maxCharLimit: null },
    defaultCheckTypes
  )

const digestOf = (...parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex")

/** Labels by the id of the report. The texts belong to others, so only digests are kept. */
export const readLabels = (): ReadonlyMap<string, Label> =>
  new Map(
    readFileSync(labelsUrl, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line): readonly [string, Label] => {
        const at = line.lastIndexOf(" ")
        return [line.slice(0, at), labelOf(line.slice(at + 1))]
      })
  )

const labelsUrl = new URL("check-labels.txt", import.meta.url)

const labelOf = (name: string): Label => {
  if (name === "right" || name === "taste" || name === "wrong") return name
  throw new Error(`check-labels.txt has the label ${name}: write right, taste or wrong`)
}
