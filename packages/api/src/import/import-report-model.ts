import { importIssueParamTypes, importIssueTypes } from "@dragoman/domain/import"
import { Schema } from "effect"

/** The line of an issue or, in a workbook, the text of its cell; at most 160 characters of it. */
export const ExcerptModel = Schema.Struct({
  /** Without tabs, control characters and characters that reorder text. */
  text: Schema.String,
  /** Columns of a terminal before the place. */
  caret: Schema.Int
})

const place = {
  /** null: from the JSON body. */
  fileName: Schema.NullOr(Schema.String),
  /** Line and column start at 1; null: unknown. */
  line: Schema.NullOr(Schema.Int),
  column: Schema.NullOr(Schema.Int),
  message: Schema.String
}

/**
 * The parts that a single-step import left out or changed. Not in Tolgee's API. The lists contain the first 100 entries,
 * the counts all of them. Issues that dropped something come first.
 */
export const importReportFields = {
  issues: Schema.Array(
    Schema.Struct({
      ...place,
      type: Schema.Literals(importIssueTypes),
      params: Schema.Array(Schema.Struct({ type: Schema.Literals(importIssueParamTypes), value: Schema.String })),
      excerpt: Schema.NullOr(ExcerptModel)
    })
  ),
  issueCount: Schema.Int,
  /** Warnings without an issue type. */
  notices: Schema.Array(
    Schema.Struct({
      ...place,
      /** null, here and below: the warning concerns a file instead of a key. */
      keyName: Schema.NullOr(Schema.String),
      keyNamespace: Schema.NullOr(Schema.String),
      languageName: Schema.NullOr(Schema.String)
    })
  ),
  noticeCount: Schema.Int
}
