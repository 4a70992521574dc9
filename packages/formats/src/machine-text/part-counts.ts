import { identityOf, type Tag, tagsOf } from "../check/html.ts"
import { unnumberedPlaceholder } from "../check/placeholders.ts"
import { withoutRanges } from "../check/protected-ranges.ts"
import type { ChoiceNode } from "../icu/message-node.ts"
import type { FlatText, FlatValue } from "./flat-text.ts"
import { type TextPart, textParts } from "./text-part.ts"

/** The parts of a text that must be those of its source. */
export interface PartCounts {
  /** How often each stands in the text, by its identity. */
  readonly counts: ReadonlyMap<string, PartCount>
  /** Placeholders that a program fills by their place, in order. */
  readonly unnumbered: string
}

interface PartCount {
  readonly kind: TextPart["kind"] | "number"
  /** The first one as it is written. */
  readonly source: string
  readonly count: number
}

/** Counts the parts of a text. `numbers`: arguments that a plural of the source counts; they show the same as `#`. */
export const countParts = (flat: FlatText, numbers: ReadonlySet<string>, terms: RegExp | null): PartCounts => {
  const counts = new Map<string, PartCount>()
  const unnumbered: Array<string> = []
  const add = (identity: string, kind: PartCount["kind"], source: string): void => {
    const known = counts.get(identity)
    counts.set(identity, { kind, source: known?.source ?? source, count: (known?.count ?? 0) + 1 })
  }
  const parts = textParts(flat, terms)
  for (const [index, { kind, start, end }] of parts.entries()) {
    if (kind === "argument" || kind === "code") continue
    // A placeholder right behind an address is a part of it.
    const next = kind === "url" ? parts[index + 1] : undefined
    const source = flat.text.slice(start, next?.start === end ? next.end : end)
    add(kind === "tag" ? tagIdentity(source) : `${kind} ${source}`, kind, source.replaceAll("\uFFFC", "{…}"))
    if (kind === "placeholder" && unnumberedPlaceholder.test(source)) unnumbered.push(source)
  }
  // A number sign that is only a character was one that counts, before a machine wrote it again.
  if (numbers.size > 0) for (const _sign of withoutRanges(flat.text, parts).matchAll(/#/g)) add("'#'", "number", "'#'")
  for (const value of flat.values.values()) {
    const identity = valueIdentity(value, numbers)
    add(identity, identity.startsWith("#") ? "number" : "argument", value.source)
  }
  return { counts, unnumbered: unnumbered.join(" ") }
}

/** A number sign by the argument that it counts; another value by all that ICU reads of it. */
const valueIdentity = ({ node, counted }: FlatValue, numbers: ReadonlySet<string>): string => {
  if (node.kind === "numberSign") return numberIdentity(counted)
  if (node.kind !== "argument") return `{${node.kind} ${node.name}`
  if (node.type === null && numbers.has(node.name)) return `#${node.name}`
  return `{${[node.name, node.type, node.style?.replace(/\s+/g, " ")].filter((word) => word != null).join(", ")}}`
}

const numberIdentity = (counted: ChoiceNode | null): string =>
  counted === null ? "#" : `#${counted.name}${counted.offset === 0 ? "" : ` - ${counted.offset}`}`

/** Texts that people read are translated in tags too. */
const translatedAttributes: ReadonlySet<string> = new Set(["alt", "title", "aria-label", "placeholder"])

const tagIdentity = (source: string): string => {
  const [tag] = tagsOf({ text: source, ranges: [{ kind: "tag", start: 0, end: source.length }] })
  return tag === undefined ? "tag" : `tag ${identityOf(tag)} ${printAttributes(tag)}`
}

const printAttributes = ({ attributes }: Tag): string =>
  attributes
    .map(([name, value]) => (translatedAttributes.has(name) && !/[<>]/.test(value) ? name : `${name}=${value}`))
    .sort()
    .join(" ")
