import type { JsonObject } from "@dragoman/domain/activity"
import { commentStates } from "@dragoman/domain/comment"
import type { Position } from "@dragoman/domain/image"
import { suggestionStates } from "@dragoman/domain/suggestion"
import { translationStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { Flag, hasDefault, Id, Json, Millis, table } from "../database/table.ts"

/** A place in the code that uses a key. */
export interface CodeReference {
  readonly path: string
  readonly line: number | null
}

/** Keys in the trash have `deletedAt`. */
export const keyTable = table("translation_key", {
  id: Id,
  projectId: Schema.Number,
  /** null: the default branch. */
  branchId: Schema.NullOr(Schema.Number),
  /** The key that this one was copied from when its branch was created, which may be erased since; null: none. */
  originKeyId: Schema.NullOr(Schema.Number),
  /** null: the default namespace. */
  namespaceId: Schema.NullOr(Schema.Number),
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  customValues: Schema.NullOr(Json<JsonObject>()),
  codeReferences: Schema.NullOr(Json<ReadonlyArray<CodeReference>>()),
  isPlural: hasDefault(Flag),
  pluralArgumentName: Schema.NullOr(Schema.String),
  maxCharLimit: Schema.NullOr(Schema.Number),
  createdAt: Millis,
  /** In exports in original order, the key stands behind the key with this id; null: as its own id says (ADR 40). */
  position: Schema.NullOr(Schema.Number),
  deletedAt: Schema.NullOr(Millis),
  /** The user who put the key into the trash; null: the server itself. */
  deletedBy: Schema.NullOr(Schema.Number)
})

/** The position of a key of the table with this alias; keys of one position stand in the order of their ids. */
export const keyPositionSql = (alias: string): string => `COALESCE(${alias}.position, ${alias}.id)`

/** Keys that are shown near each other. */
export const keyNeighbourTable = table("key_neighbour", {
  keyId: Schema.Number,
  neighbourId: Schema.Number,
  distance: Schema.Number,
  projectId: Schema.Number
})

export const tagTable = table("tag", { id: Id, projectId: Schema.Number, name: Schema.String })

export const keyTagTable = table("key_tag", {
  keyId: Schema.Number,
  tagId: Schema.Number,
  projectId: Schema.Number
})

export const translationTable = table("translation", {
  id: Id,
  keyId: Schema.Number,
  languageId: Schema.Number,
  /** Never empty. */
  text: Schema.NullOr(Schema.String),
  state: Schema.Literals(translationStates),
  /** The base text changed after this one. */
  isOutdated: hasDefault(Flag),
  /** Translated by a machine or from memory, not yet by a person. */
  isAuto: hasDefault(Flag),
  machineTranslationProvider: Schema.NullOr(Schema.String),
  /** null: not counted since the text was written. */
  wordCount: Schema.NullOr(Schema.Number),
  /** The project of the key. */
  projectId: Schema.Number,
  /** The prompt by which a language model wrote the text, which may be deleted; null: none, or the default one. */
  promptId: Schema.NullOr(Schema.Number),
  /** Estimated quality of the text of a machine, 0 to 100; null: not estimated since the row was written. */
  qualityScore: Schema.NullOr(Schema.Number),
  /** Sentences that say why the score is lower; null: none. */
  qualityReason: Schema.NullOr(Schema.String)
})

/**
 * Tables that PostgreSQL can keep in partitions by the project, the referring one last. Their unique indexes hold the project, so a
 * statement about one project names it: by the id alone it looks into each partition.
 */
export const partitionedTables = [keyTable, translationTable]

/** Data of one file format about a translation, beside its text, so that exports write it again. */
export const translationFormatDataTable = table("translation_format_data", {
  translationId: Schema.Number,
  /** The export format that writes such files; `""`: not known which. */
  format: Schema.String,
  /** Data by name that is valid for any text of the translation. */
  data: Json<JsonObject>(),
  /** Data that is valid while the translation has the text in the next column; null there: the translation had none. */
  textData: Schema.NullOr(Json<JsonObject>()),
  text: Schema.NullOr(Schema.String),
  projectId: Schema.Number
})

export const commentTable = table("translation_comment", {
  id: Id,
  translationId: Schema.Number,
  authorId: Schema.Number,
  text: Schema.String,
  state: Schema.Literals(commentStates),
  createdAt: Millis,
  updatedAt: Millis,
  projectId: Schema.Number
})

/** A text that a user suggests for a key in a language, which need not have a translation yet. */
export const suggestionTable = table("translation_suggestion", {
  id: Id,
  projectId: Schema.Number,
  keyId: Schema.Number,
  languageId: Schema.Number,
  authorId: Schema.Number,
  text: Schema.String,
  /** Whether the text is a plural. */
  isPlural: Flag,
  state: Schema.Literals(suggestionStates),
  createdAt: Millis,
  updatedAt: Millis,
  /** When reviewers were notified of it; null: not yet. */
  announcedAt: Schema.NullOr(Millis)
})

/** A key is seen in a screenshot. */
export const screenshotReferenceTable = table("screenshot_reference", {
  imageId: Schema.Number,
  keyId: Schema.Number,
  /** In pixels of the stored image; null: it is not known where. */
  positions: Schema.NullOr(Json<ReadonlyArray<Position>>()),
  /** The text of the key when the image was taken. */
  originalText: Schema.NullOr(Schema.String),
  projectId: Schema.Number
})
