import { type DomainError, domainError } from "../error/domain-error.ts"
import type { Optional } from "../validation/constraint.ts"
import { invalid, type Validated, valid } from "../validation/validated.ts"

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
  const kept: Array<string> = []
  for (const name of names) {
    const checked = validateTagName(name)
    if (!checked.ok) return checked
    kept.push(checked.value)
  }
  return valid([...new Set(kept)])
}
