import type { ExportedFile } from "../exported-file.ts"
import { nestFile } from "../nested/nest-file.ts"
import { type PluralStyle, pluralStyleOf } from "../nested/plural-style.ts"
import { listOfKey } from "../tree/key-path.ts"
import {
  defaultFileStructureTemplate,
  type ExportFormat,
  type SingleLanguageFormat,
  type WriteOptions,
  type WriteResult,
  type Writer
} from "../writer.ts"
import { i18nextPlurals } from "./i18next-plurals.ts"
import { printJson } from "./print-json.ts"

/**
 * Writes nested or flat JSON. Plurals are ICU messages, with i18next's message format members `name_form`, with any
 * other objects of their forms.
 * Source: docs/formats.md#what-is-written, docs/reference/import.md#writing-nested-files.
 */
export const writeJson: Writer = (file, options) => writeNested(file, options, pluralStyleOf(options.messageFormat))

const writeNested = (file: ExportedFile, options: WriteOptions, pluralStyle: PluralStyle): WriteResult => {
  const nested = nestFile(file, {
    ...options,
    pluralStyle,
    rootCanBeList: true,
    readsPlurals:
      pluralStyle === "suffixes"
        ? { groupPlurals: (object) => i18nextPlurals(object, file.languageTag), wholePlural: () => null }
        : null
  })
  return nested.kind === "nested"
    ? { kind: "file", content: printJson(nested.root), warnings: nested.warnings }
    : nested
}

/** The JSON of Tolgee's own clients: always ICU, without lists. */
export const writeJsonTolgee: Writer = (file, options) =>
  writeJson(file, { ...options, messageFormat: "ICU", supportArrays: false })

/** JSON for i18next, version 4 of its format. */
export const writeJsonI18next: Writer = (file, options) => writeJson(file, { ...options, messageFormat: "I18NEXT" })

/** JSON for the SDK of Android: Java's placeholders, lists, plurals as objects of their forms. */
export const writeAndroidSdk: Writer = (file, options) =>
  writeJson(file, { ...options, messageFormat: "JAVA_STRING_FORMAT", supportArrays: true })

/** JSON for the SDK of Apple's platforms: plurals as in its string catalogs, no lists. */
export const writeAppleSdk: Writer = (file, options) =>
  writeNested(file, { ...options, messageFormat: "APPLE_SPRINTF", supportArrays: false }, "variations")

const listOf: SingleLanguageFormat["listOf"] = (keyName, { structureDelimiter: delimiter, supportArrays }) =>
  listOfKey(keyName, { delimiter, supportArrays })

export const jsonExport: ExportFormat = {
  format: "JSON",
  extension: "json",
  mediaType: "application/json",
  defaultFileStructureTemplate,
  usesMessageFormat: true,
  listOf,
  write: writeJson
}

export const jsonTolgeeExport: ExportFormat = {
  format: "JSON_TOLGEE",
  extension: "json",
  mediaType: "application/json",
  defaultFileStructureTemplate,
  usesMessageFormat: false,
  write: writeJsonTolgee
}

export const jsonI18nextExport: ExportFormat = {
  format: "JSON_I18NEXT",
  extension: "json",
  mediaType: "application/json",
  defaultFileStructureTemplate,
  usesMessageFormat: false,
  listOf,
  write: writeJsonI18next
}

export const androidSdkExport: ExportFormat = {
  format: "ANDROID_SDK",
  extension: "json",
  mediaType: "application/json",
  defaultFileStructureTemplate,
  usesMessageFormat: false,
  manifest: {
    path: "manifest.json",
    print: (locales) => JSON.stringify({ locales }, null, 2)
  },
  listOf: (keyName, options) => listOfKey(keyName, { delimiter: options.structureDelimiter, supportArrays: true }),
  write: writeAndroidSdk
}

export const appleSdkExport: ExportFormat = {
  format: "APPLE_SDK",
  extension: "json",
  mediaType: "application/json",
  defaultFileStructureTemplate,
  usesMessageFormat: false,
  write: writeAppleSdk
}
