import { type DomainError, domainError } from "../error/domain-error.ts"
import { invalid, type Optional, type Validated, valid } from "../validation/validation.ts"

/** Longest name in UTF-16 units. Source: docs/reference/limits.md#tags-and-namespaces. */
export const tagNameMaxUtf16Units = 100

/** The name as it is kept, without spaces around it. Source: docs/reference/content.md#tags. */
export const validateTagName = (name: Optional<string>): Validated<string> => {
  const trimmed = (name ?? "").trim()
  const error = checkTagName(trimmed)
  return error === null ? valid(trimmed) : invalid(error)
}

const checkTagName = (name: string): DomainError | null => {
  if (name === "") return domainError("tag_is_blank")
  return name.length > tagNameMaxUtf16Units ? domainError("tag_too_log") : null
}

/** All names as they are kept, each once; or the error of the first that breaks a rule. */
export const validateTagNames = (names: ReadonlyArray<string>): Validated<ReadonlyArray<string>> => {
  const validNames: Array<string> = []
  for (const name of names) {
    const checked = validateTagName(name)
    if (!checked.ok) return checked
    validNames.push(checked.value)
  }
  return valid([...new Set(validNames)])
}

/**
 * Tags and untags keys by filters. A list that is null is no filter; an empty list of keys matches none. Names of tags in
 * filters and in untag lists may have `*`, any run of characters.
 * Source: docs/reference/content.md#changing-tags-by-filter.
 */
export interface ComplexTagOperation {
  readonly filterKeyIds: ReadonlySet<number> | null
  readonly filterKeyIdsNot: ReadonlySet<number> | null
  readonly filterTag: ReadonlyArray<string> | null
  readonly filterTagNot: ReadonlyArray<string> | null
  readonly tagFiltered: ReadonlyArray<string>
  readonly untagFiltered: ReadonlyArray<string>
  readonly tagOther: ReadonlyArray<string>
  readonly untagOther: ReadonlyArray<string>
}

export interface TaggedKey {
  readonly id: number
  readonly tags: ReadonlyArray<string>
}

/**
 * The tags of a key after the operation, key by key. The same list when nothing changes. A tag that the operation adds stays,
 * even when an untag pattern matches it: `tagFiltered: ["v13"], untagFiltered: ["v*"]` moves a tag from release to release.
 */
export const makeTagChange = (operation: ComplexTagOperation): ((key: TaggedKey) => ReadonlyArray<string>) => {
  const hasFilterTag = operation.filterTag && matchesAny(operation.filterTag)
  const hasFilterTagNot = operation.filterTagNot && matchesAny(operation.filterTagNot)
  const isFiltered = ({ id, tags }: TaggedKey): boolean =>
    (operation.filterKeyIds === null || operation.filterKeyIds.has(id)) &&
    (operation.filterKeyIdsNot === null || !operation.filterKeyIdsNot.has(id)) &&
    (hasFilterTag === null || tags.some(hasFilterTag)) &&
    (hasFilterTagNot === null || !tags.some(hasFilterTagNot))
  const filtered = { add: operation.tagFiltered, removes: matchesAny(operation.untagFiltered) }
  const other = { add: operation.tagOther, removes: matchesAny(operation.untagOther) }
  return (key) => {
    const { add, removes } = isFiltered(key) ? filtered : other
    const after = [...new Set([...key.tags.filter((tag) => !removes(tag) || add.includes(tag)), ...add])]
    return after.length === key.tags.length && after.every((tag) => key.tags.includes(tag)) ? key.tags : after
  }
}

/** `*` is any run of characters; anchored at both ends, case-sensitive. */
export const matchesAny = (patterns: ReadonlyArray<string>): ((tag: string) => boolean) => {
  const names = new Set(patterns.filter((pattern) => !pattern.includes("*")))
  const wildcards = patterns.filter((pattern) => pattern.includes("*")).map((pattern) => pattern.split("*"))
  return (tag) => names.has(tag) || wildcards.some((parts) => matchesParts(tag, parts))
}

/** Each part is found behind the one before: linear where a regular expression could be made to take for ever. */
const matchesParts = (text: string, parts: ReadonlyArray<string>): boolean => {
  const first = parts[0] ?? ""
  const last = parts.at(-1) ?? ""
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  let from = first.length
  const end = text.length - last.length
  for (const part of parts.slice(1, -1)) {
    const at = text.indexOf(part, from)
    if (at === -1 || at + part.length > end) return false
    from = at + part.length
  }
  return true
}
