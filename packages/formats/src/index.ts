export {
  type ArchiveLimits,
  ignoredFileSentence,
  isArchivePath,
  type LeftOutFile,
  type UnpackedArchive,
  type UnpackedFile,
  unpackArchive
} from "./archive/unpack-archive.ts"
export { exportFormatOf, exportFormats, findExportFormat } from "./export-format.ts"
export type {
  ExportedEntry,
  ExportedFile,
  ExportedTranslation,
  ExportWarning,
  MultilingualEntry,
  MultilingualFile,
  MultilingualWarning
} from "./exported-file.ts"
export {
  type FilePathParts,
  missingPlaceholders,
  printFilePath,
  severalLanguagesTag,
  type TemplatePlaceholder
} from "./file-structure-template.ts"
export {
  dataForExport,
  type FormatData,
  formatDataNames,
  keptWith,
  noFormatData,
  type StoredFormatData
} from "./format-data.ts"
export { type GlossaryCsvOptions, type ReadGlossary, readGlossaryCsv } from "./glossary-csv/read.ts"
export { type GlossaryCsvColumns, printGlossaryCsvStart, printGlossaryCsvTerms } from "./glossary-csv/write.ts"
export { parseMessage } from "./icu/parse-message.ts"
export { visibleLength } from "./icu/visible-length.ts"
export type { ImageHeader } from "./image/image-header.ts"
export { recognizeImage } from "./image/recognize-image.ts"
export type {
  CodeReference,
  DetectedFormat,
  ImportedFile,
  ImportedKey,
  ImportedTranslation,
  ImportWarning,
  SkippedPart
} from "./imported-file.ts"
export { formatLimits } from "./limits.ts"
export { type KeyUse, readKeyUse } from "./lint/key-use.ts"
export { type LintFinding, type LintOptions, lintFile } from "./lint/lint-file.ts"
export { type LintBase, readLintBase } from "./lint/lint-texts.ts"
export { type ShownPlace, type ShowPlace, showPlacesIn, withoutSource } from "./lint/shown-place.ts"
export { type SourceExcerpt, visibleText } from "./lint/source-excerpt.ts"
export type { MemoryText, MemoryUnit } from "./memory-exchange/memory-unit.ts"
export { readMemoryBlocks } from "./memory-exchange/read-memory.ts"
export { memoryEnd, printMemoryStart, printMemoryUnits } from "./memory-exchange/write-memory.ts"
export { type MessageFormat, messageFormats } from "./placeholder/dialect/message-format.ts"
export { type PluralMessage, parsePluralMessage, printPluralMessage } from "./plural/plural-message.ts"
export {
  asPluralText,
  defaultPluralArgument,
  detectPlural,
  isArgumentName,
  isSameText,
  type PluralTexts,
  pluralToSingular,
  toPluralTexts,
  wrapAsPlural
} from "./plural/plural-texts.ts"
export { pseudoText } from "./pseudo-locale/pseudo-text.ts"
export {
  defaultReadOptions,
  type ParseFailure,
  parseFailure,
  printParseFailure,
  type Reader,
  type ReadOptions,
  type ReadResult
} from "./reader.ts"
export { importFormatNames, isSupportedPath, readTranslationFile, supportedExtensions } from "./registry.ts"
export { adaptTarget, hasNumbersOf, normalizeSource } from "./similarity/masked-text.ts"
export { readTbxBlocks } from "./tbx/read.ts"
export { printTbxEnd, printTbxStart, printTbxTerms, type TbxOptions, type TbxStyle, tbxStyles } from "./tbx/write.ts"
export {
  type ExportFormat,
  isMultilingual,
  type MultilingualFileWriter,
  type MultilingualFormat,
  type MultilingualWriter,
  type PluralSuffixCollision,
  type SingleLanguageFormat,
  type WriteOptions,
  type WriteResult,
  type Writer,
  type WrittenChunk,
  type WrittenFile,
  type WrittenFiles
} from "./writer.ts"
export { writeWorkbook } from "./xlsx/write-workbook.ts"
