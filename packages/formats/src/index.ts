export {
  type ArchiveLimits,
  isArchivePath,
  type UnpackedArchive,
  type UnpackedFile,
  unpackArchive
} from "./archive/unpack-archive.ts"
export { type FileFormat, fileFormats } from "./file-format.ts"
export type {
  CodeReference,
  DetectedFormat,
  ImportedFile,
  ImportedKey,
  ImportedTranslation
} from "./imported-file.ts"
export { formatLimits } from "./limits.ts"
export { type PluralMessage, parsePluralMessage, printPluralMessage } from "./plural/plural-message.ts"
export {
  defaultReadOptions,
  type ParseFailure,
  parseFailure,
  printParseFailure,
  type Reader,
  type ReadOptions,
  type ReadResult
} from "./reader.ts"
export { readTranslationFile, supportedExtensions } from "./registry.ts"
