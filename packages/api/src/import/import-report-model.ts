import { importIssueParamTypes, importIssueTypes } from "@dragoman/domain/import"
import { Schema } from "effect"

const place = {
  /** null: it came in the body. */
  fileName: Schema.NullOr(Schema.String),
  /** From 1; null: it has no place. So the next. */
  line: Schema.NullOr(Schema.Int),
  column: Schema.NullOr(Schema.Int),
  message: Schema.String
}

/**
 * What an import that is applied at once left out or changed; our addition. The lists have the first hundred, the counts
 * are of all. Issues that dropped something come first.
 */
export const importReportFields = {
  issues: Schema.Array(
    Schema.Struct({
      ...place,
      type: Schema.Literals(importIssueTypes),
      params: Schema.Array(Schema.Struct({ type: Schema.Literals(importIssueParamTypes), value: Schema.String }))
    })
  ),
  issueCount: Schema.Int,
  /** What no type of issue names. */
  notices: Schema.Array(
    Schema.Struct({
      ...place,
      /** null: it concerns a file rather than a key; so the next. */
      keyName: Schema.NullOr(Schema.String),
      keyNamespace: Schema.NullOr(Schema.String),
      languageName: Schema.NullOr(Schema.String)
    })
  ),
  noticeCount: Schema.Int
}
