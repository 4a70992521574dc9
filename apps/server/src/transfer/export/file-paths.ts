import { type DomainError, domainError } from "@dragoman/domain/error"
import { type ExportFormat, isMultilingual, missingPlaceholders, printFilePath } from "@dragoman/formats"
import { Effect } from "effect"

export interface FilePaths {
  /**
   * Finds the path of another file; each is unique in the export. Fails when the template cannot tell namespaces apart.
   */
  readonly next: (namespace: string, languageTag: string, extension: string) => Effect.Effect<string, DomainError>
}

export const makeFilePaths = (template: string, format: ExportFormat): FilePaths => {
  const paths = new Set(isMultilingual(format) || !format.manifest ? [] : [foldedPath(format.manifest.path)])
  const namespacesWithFiles = new Set<string>()
  return {
    next: (namespace, languageTag, extension) => {
      namespacesWithFiles.add(namespace)
      const missing = missingPlaceholders(template, format, namespacesWithFiles.size > 1)
      if (missing.length > 0) return Effect.fail(domainError("missing_placeholder_in_template", missing))
      const path = freePath(paths, printFilePath(template, { namespace, languageTag, extension }))
      paths.add(foldedPath(path))
      return Effect.succeed(path)
    }
  }
}

/**
 * Makes a path unique. Different namespaces or tags can give the same path, but each file needs its own. Some file
 * systems treat paths as the same that differ only in case or in the Unicode form of accents.
 */
const freePath = (taken: ReadonlySet<string>, path: string): string => {
  if (!taken.has(foldedPath(path))) return path
  const [, stem = path, extension = ""] = /^(.*?)(\.[^./]*)?$/s.exec(path) ?? []
  let number = 2
  while (taken.has(foldedPath(`${stem}_${number}${extension}`))) number++
  return `${stem}_${number}${extension}`
}

/** Converts to upper case and back: some file systems treat letters with the same capital as the same. */
const foldedPath = (path: string): string => path.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC")
