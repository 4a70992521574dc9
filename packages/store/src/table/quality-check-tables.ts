import { Schema } from "effect"
import { Flag, Id, Json, table } from "../database/table.ts"

/** The settings of a project, and of each of its languages that differs. */
export const qualitySettingTable = table("quality_setting", {
  id: Id,
  projectId: Schema.Number,
  /** null: those of the project. */
  languageId: Schema.NullOr(Schema.Number),
  /** Severities by type of check; a type that is missing has the severity of the project, or that of a new project. */
  severities: Json<Readonly<Record<string, string>>>(),
  /** false: texts of the language are not checked. */
  isEnabled: Flag
})

/** A problem that a check found in a text. Positions are UTF-16 offsets in the stored text, end exclusive. */
export const qualityIssueTable = table("quality_issue", {
  id: Id,
  projectId: Schema.Number,
  translationId: Schema.Number,
  type: Schema.String,
  message: Schema.String,
  params: Schema.NullOr(Json<Readonly<Record<string, string>>>()),
  replacement: Schema.NullOr(Schema.String),
  positionStart: Schema.NullOr(Schema.Number),
  positionEnd: Schema.NullOr(Schema.Number),
  pluralVariant: Schema.NullOr(Schema.String),
  /** A digest that stays the same while the text changes elsewhere; unique in a translation. */
  identity: Schema.String,
  state: Schema.Literals(["OPEN", "IGNORED"])
})

/** A translation whose issues are not those of its text or of today's settings: it waits for a check. */
export const staleCheckTable = table("stale_check", {
  translationId: Schema.Number,
  projectId: Schema.Number
})
