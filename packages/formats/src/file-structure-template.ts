import { withFormerCode } from "@dragoman/domain/language"
import { type ExportFormat, isMultilingual } from "./writer.ts"

/** Placeholders of a template, as the API spells them. Source: docs/export.md#templates. */
export type TemplatePlaceholder =
  | "NAMESPACE"
  | "LANGUAGE_TAG"
  | "ANDROID_LANGUAGE_TAG"
  | "SNAKE_LANGUAGE_TAG"
  | "EXTENSION"

/**
 * The placeholders that the template lacks; without them files of different languages, namespaces or extensions would have
 * one path. When the language is missing, all placeholders for it are returned and nothing else. Empty = the template is good.
 * Source: docs/export.md#templates.
 */
export const missingPlaceholders = (
  template: string,
  format: ExportFormat,
  hasSeveralNamespaces: boolean
): ReadonlyArray<TemplatePlaceholder> => {
  const isMissing = (name: TemplatePlaceholder): boolean => !template.includes(`{${spellings[name]}}`)
  if (!isMultilingual(format) && languagePlaceholders.every(isMissing)) return languagePlaceholders
  if (format.extension === "" && isMissing("EXTENSION")) return ["EXTENSION"]
  return hasSeveralNamespaces && isMissing("NAMESPACE") ? ["NAMESPACE"] : []
}

/** Stands for the language in paths of files that have several. Source: docs/export.md#templates. */
export const severalLanguagesTag = "all"

const languagePlaceholders: ReadonlyArray<TemplatePlaceholder> = [
  "LANGUAGE_TAG",
  "ANDROID_LANGUAGE_TAG",
  "SNAKE_LANGUAGE_TAG"
]

/** The parts of the path of a file. */
export interface FilePathParts {
  /** `""` = the default namespace. */
  readonly namespace: string
  readonly languageTag: string
  readonly extension: string
}

/**
 * The path of a file: relative, with single slashes, never above its root, without a drive letter or control characters. A name that is only the extension goes to
 * the folder in front of it: `cs/.json` is `cs.json`. An unknown placeholder stays as it is.
 * Source: docs/export.md#templates.
 */
export const printFilePath = (template: string, parts: FilePathParts): string => {
  const { namespace, languageTag, extension } = parts
  const values: ReadonlyMap<string, string> = new Map([
    [spellings.NAMESPACE, namespace],
    [spellings.LANGUAGE_TAG, languageTag],
    [spellings.ANDROID_LANGUAGE_TAG, androidLanguageTag(languageTag)],
    [spellings.SNAKE_LANGUAGE_TAG, languageTag.replaceAll("-", "_")],
    [spellings.EXTENSION, extension]
  ])
  // In one pass: a value is no template.
  const path = template.replace(
    /\{(\w{1,30})\}/g,
    (placeholder, spelling: string) => values.get(spelling) ?? placeholder
  )
  return normalizePath(path, extension)
}

const spellings: Readonly<Record<TemplatePlaceholder, string>> = {
  NAMESPACE: "namespace",
  LANGUAGE_TAG: "languageTag",
  ANDROID_LANGUAGE_TAG: "androidLanguageTag",
  SNAKE_LANGUAGE_TAG: "snakeLanguageTag",
  EXTENSION: "extension"
}

/**
 * `cs-CZ` is `cs-rCZ`, `he` is `iw`; a tag with more than a region has the form that Android has for all tags: `b+zh+Hans+CN`.
 */
const androidLanguageTag = (languageTag: string): string => {
  const isLong = !/^[^-]*(?:-(?:[A-Za-z]{2}|\d{3}))?$/.test(languageTag)
  if (isLong) return `b+${languageTag.replaceAll("-", "+")}`
  const [language = "", region] = withFormerCode(languageTag).split("-")
  return region === undefined ? language : `${language}-r${region}`
}

/** File systems take names of 255 bytes; a number may have to be added. */
const segmentBytesMax = 240

/** Folders in front go first: clients reject long headers, and some systems long paths. */
const pathBytesMax = 1_000

const normalizePath = (path: string, extension: string): string => {
  const segments: Array<string> = []
  // Some programs that unpack archives take a backslash for a slash.
  for (const segment of path.replaceAll("\\", "/").replace(controlCharacters, "_").split("/")) {
    if (segment === "..") segments.pop()
    else if (segment !== "" && segment !== ".") segments.push(segment)
  }
  const normalized = limitPath(segments).join("/").replace(drive, "$1_")
  const bareExtension = `/.${extension}`
  return normalized.endsWith(bareExtension)
    ? `${normalized.slice(0, -bareExtension.length)}.${extension}`
    : normalized || unnamedFile
}

/** They end a line of a header and change the output of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
const controlCharacters = /[\u0000-\u001f\u007f]/g

/** Windows takes it for the name of a drive. */
const drive = /^([A-Za-z]):/

const limitPath = (segments: ReadonlyArray<string>): ReadonlyArray<string> => {
  const limited = segments.map(limitSegment)
  let bytes = limited.reduce((sum, segment) => sum + bytesOf(segment) + 1, 0)
  while (bytes > pathBytesMax) bytes -= bytesOf(limited.shift() ?? "") + 1
  return limited
}

/** The part behind the last dot stays, unless it is too long to be an extension. */
const limitSegment = (segment: string): string => {
  if (bytesOf(segment) <= segmentBytesMax) return segment
  const [, stem = segment, extension = ""] = /^(.+)(\.[^.]{1,20})$/su.exec(segment) ?? []
  let limited = ""
  let bytes = bytesOf(extension)
  for (const character of stem) {
    bytes += bytesOf(character)
    if (bytes > segmentBytesMax) break
    limited += character
  }
  return limited + extension
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** When nothing of a path is left. */
const unnamedFile = "_"
