import { Schema } from "effect"
import { Flag, hasDefault, Id, Millis, table } from "../database/table.ts"

export const importTable = table("import", {
  id: Id,
  projectId: Schema.Number,
  userId: Schema.Number,
  /** The project API key that made it; 0: the user, with another credential. */
  apiKeyId: hasDefault(Schema.Number),
  /** null: the default branch. */
  branchId: Schema.NullOr(Schema.Number),
  /** An upload that is not complete yet: its owner does not see it. */
  isStaging: hasDefault(Flag),
  createdAt: Millis,
  /** Hidden; the rows are erased later. */
  deletedAt: Schema.NullOr(Millis)
})

export const importFileTable = table("import_file", {
  id: Id,
  importId: Schema.Number,
  name: Schema.String,
  /** null: the default namespace. */
  namespace: Schema.NullOr(Schema.String),
  detectedNamespace: Schema.NullOr(Schema.String),
  format: Schema.String,
  /** JSON text, passed on unread. */
  formatReason: Schema.String,
  issueCount: hasDefault(Schema.Number)
})

export const importLanguageTable = table("import_language", {
  id: Id,
  importFileId: Schema.Number,
  name: Schema.String,
  /** Language of the project; null: the imported language is paired with none. */
  existingLanguageId: Schema.NullOr(Schema.Number),
  /** The file is that of another language, and repeats the texts of this one as sources. */
  isRepeated: hasDefault(Flag),
  /** Translations that would be imported. */
  totalCount: hasDefault(Schema.Number),
  /** Texts among those for which the project has another text. */
  conflictCount: hasDefault(Schema.Number),
  /** Decided texts among those in conflict. */
  resolvedCount: hasDefault(Schema.Number)
})

export const importKeyTable = table("import_key", {
  id: Id,
  importFileId: Schema.Number,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  /** JSON texts, passed on unread; null: none. */
  customValues: Schema.NullOr(Schema.String),
  codeReferences: Schema.NullOr(Schema.String),
  /** Data of the file about texts of the key, and the language that decides its custom values. */
  formatData: Schema.NullOr(Schema.String),
  pluralArgumentName: Schema.NullOr(Schema.String),
  /** False: the settings of the import leave the key out. */
  isImported: hasDefault(Flag)
})

export const importTranslationTable = table("import_translation", {
  id: Id,
  importLanguageId: Schema.Number,
  importKeyId: Schema.Number,
  value: Schema.NullOr(Schema.String),
  isPlural: hasDefault(Flag),
  /** The file says that the text is older than the base text. */
  isOutdated: hasDefault(Flag),
  /** False: another language of the import holds the key. */
  isSelected: hasDefault(Flag),
  /** The translation of the project that has another text; null: none. */
  conflictTranslationId: Schema.NullOr(Schema.Number),
  /** Decided: the imported text replaces that of the project. */
  isOverride: hasDefault(Flag),
  /** Hash of the project's text when the conflict was decided; null: not decided. */
  resolvedTextHash: Schema.NullOr(Schema.String),
  lineNumber: Schema.NullOr(Schema.Number),
  columnNumber: Schema.NullOr(Schema.Number)
})

export const importFileIssueTable = table("import_file_issue", {
  id: Id,
  importFileId: Schema.Number,
  /** From 0, without gaps; warnings, of the type NOTICE, stand from 1,000,000,000 on. */
  position: Schema.Number,
  type: Schema.String,
  /** JSON text of the parameters, passed on unread. */
  parameters: Schema.String,
  lineNumber: Schema.NullOr(Schema.Number),
  columnNumber: Schema.NullOr(Schema.Number),
  message: Schema.String,
  /** JSON text of the shown line, passed on unread; null: the issue has no place in a file. */
  excerpt: Schema.NullOr(Schema.String)
})

export const importSettingsTable = table("import_settings", {
  projectId: Schema.Number,
  userId: Schema.Number,
  /** API key of the import. */
  apiKeyId: hasDefault(Schema.Number),
  overrideKeyDescriptions: Flag,
  createNewKeys: Flag,
  /** Says whether empty values of files erase texts. */
  importEmptyValues: hasDefault(Flag)
})

export const importPlanTable = table("import_plan", {
  id: Id,
  projectId: Schema.Number,
  userId: Schema.Number,
  /** API key of the import. */
  apiKeyId: hasDefault(Schema.Number),
  /** False: its keys are not all written yet. */
  isReady: hasDefault(Flag),
  createdAt: Millis,
  expiresAt: Millis,
  /** Applied, or replaced by newer ones; the rows are erased later. */
  deletedAt: Schema.NullOr(Millis),
  /** JSON texts, passed on unread. What applying needs: options, and the facts about the project that the files were read by. */
  request: Schema.String,
  /** Counts, and what reading and deciding reported; null: not ready. */
  summary: Schema.NullOr(Schema.String)
})

export const importPlanKeyTable = table("import_plan_key", {
  importPlanId: Schema.Number,
  /** From 0, without gaps. */
  position: Schema.Number,
  action: Schema.String,
  /** JSON texts, passed on unread. The key as the files have it; null: they do not name it. */
  imported: Schema.NullOr(Schema.String),
  /** The change that applying makes to it. */
  change: Schema.String
})
