import { Schema } from "effect"
import { Flag, hasDefault, Id, Millis, table } from "../database/table.ts"

/** Either of a project, which then gives it organization, name and language, or shared in an organization. */
export const memoryTable = table("memory", {
  id: Id,
  organizationId: Schema.NullOr(Schema.Number),
  projectId: Schema.NullOr(Schema.Number),
  name: Schema.NullOr(Schema.String),
  sourceLanguageTag: Schema.NullOr(Schema.String),
  /** Percent. */
  defaultPenalty: Schema.Number,
  writeOnlyReviewed: Flag,
  createdAt: Millis
})

/** How projects use shared memories. A project always reads and writes its own one, which has no row here. */
export const memoryAssignmentTable = table("memory_assignment", {
  projectId: Schema.Number,
  memoryId: Schema.Number,
  readAccess: Flag,
  writeAccess: Flag,
  /** 0 comes first. */
  priority: Schema.Number,
  /** Percent; null: the default of the memory. */
  penalty: Schema.NullOr(Schema.Number)
})

export const memoryEntryTable = table("memory_entry", {
  id: Id,
  memoryId: Schema.Number,
  sourceText: Schema.String,
  targetLanguageTag: Schema.String,
  targetText: Schema.String,
  /** Id of the unit in a file; null: a person wrote it. */
  tuid: Schema.NullOr(Schema.String),
  /** Digest of source, language and target, which are unique in a memory. */
  digest: Schema.String,
  createdAt: Millis,
  updatedAt: Millis
})

/** Which texts the server fills: in a project, and in each of its languages that differs. */
export const autoTranslationSettingTable = table("auto_translation_setting", {
  id: Id,
  projectId: Schema.Number,
  /** null: languages without settings of their own. */
  languageId: Schema.NullOr(Schema.Number),
  usesMemory: Flag,
  /** Whether imported texts count, too. */
  isForImports: Flag,
  /** Whether a machine fills texts that the memory does not have. */
  usesMachine: hasDefault(Flag),
  /** Percent; 100: exact matches alone. */
  memoryMinSimilarity: hasDefault(Schema.Number),
  /** Label of filled texts. */
  labelId: Schema.NullOr(Schema.Number),
  /** Whether automatic texts are translated again when their base text changes. */
  followsBase: hasDefault(Flag)
})
