import { type DomainError, domainError } from "../error/domain-error.ts"
import type { TranslationState } from "../translation/translation.ts"
import { notBlank, type Optional, sizeBetween, type Validated, validateFields } from "../validation/validation.ts"

/** The parameters of the export that a content delivery publishes. Source: docs/export.md. */
export interface PublishedExport {
  /** Tags; null: all languages. */
  readonly languages: ReadonlyArray<string> | null
  readonly format: string
  /** null: names of keys are not split. */
  readonly structureDelimiter: string | null
  readonly supportArrays: boolean
  readonly messageFormat: string | null
  /** null: the path of the format. */
  readonly fileStructureTemplate: string | null
  readonly escapeHtml: boolean
  readonly filterKeyId: ReadonlyArray<number> | null
  readonly filterKeyIdNot: ReadonlyArray<number> | null
  readonly filterTag: string | null
  readonly filterTagIn: ReadonlyArray<string> | null
  readonly filterTagNotIn: ReadonlyArray<string> | null
  readonly filterKeyPrefix: string | null
  readonly filterState: ReadonlyArray<TranslationState> | null
  readonly filterNamespace: ReadonlyArray<string> | null
  /** Only texts as they were reviewed last, whatever `filterState` says. Absent: false, and so in rows of before. */
  readonly reviewedOnly?: true
}

/** A file of a published version. */
export interface PublishedFile {
  /** Below the slug, without a slash at the beginning. */
  readonly path: string
  readonly mediaType: string
  /** Number of bytes, uncompressed. */
  readonly size: number
  /** SHA-256 of the bytes, 64 lower-case hexadecimal digits. */
  readonly digest: string
}

/** Longest slug in UTF-16 units. Source: docs/content-delivery.md#slugs. */
const slugMaxUtf16Units = 60
const nameMaxUtf16Units = 100

/** Checks a slug that a person chose; a server's own storage has generated slugs alone, because they are public. */
export const checkSlug = (slug: string, hasOwnStorage: boolean): DomainError | null => {
  if (!hasOwnStorage) return domainError("custom_slug_is_only_applicable_for_custom_storage")
  const isValid = slug.length <= slugMaxUtf16Units && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)
  return isValid ? null : domainError("invalid_slug_format")
}

/** Checks the name of a content delivery and removes space around it. */
export const validateDeliveryName = (name: Optional<string>): Validated<string> => {
  const trimmed = (name ?? "").trim()
  return validateFields({ name: notBlank(trimmed) ?? sizeBetween(0, nameMaxUtf16Units, trimmed) }, trimmed)
}
