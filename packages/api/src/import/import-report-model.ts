import { importIssueParamTypes, importIssueTypes } from "@dragoman/domain/import"
import { Schema } from "effect"
import { field } from "../field.ts"

/** The line of an issue or, in a workbook, the text of its cell; at most 160 characters of it. */
export const ExcerptModel = Schema.Struct({
  text: field(
    Schema.String,
    "The line, at most 160 characters of it, without tabs, control characters and characters that reorder text.",
    '  "terms": "By using this site you agree to …'
  ),
  caret: field(Schema.Int, "Number of terminal columns before the position.", 2)
})

const place = {
  fileName: field(Schema.NullOr(Schema.String), "Path of the file; null: the text came in the JSON body.", "en.json"),
  line: field(Schema.NullOr(Schema.Int), "Line, from 1, in a workbook the row; null: unknown.", 12),
  column: field(Schema.NullOr(Schema.Int), "Column, from 1, in a workbook that of the cell; null: unknown.", 3),
  message: field(
    Schema.String,
    "Sentence for people, in English.",
    'The text of "terms" is longer than 10000 characters; it was skipped.'
  )
}

/** A warning without a type. */
export const ReportedNoticeModel = Schema.Struct({
  ...place,
  keyName: field(Schema.NullOr(Schema.String), "Name of the key; null: the warning concerns a file.", "terms"),
  keyNamespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace, or no key."),
  languageName: field(Schema.NullOr(Schema.String), "Language as the file names it; null: all, or no key.", "en")
})

/**
 * The parts that a single-step import left out or changed. Not in Tolgee's API. The lists contain the first 100 entries,
 * the counts all of them. Issues that dropped something come first.
 */
export const importReportFields = {
  issues: field(
    Schema.Array(
      Schema.Struct({
        ...place,
        type: field(Schema.Literals(importIssueTypes), "Type of the issue, as docs/import.md explains it."),
        params: field(
          Schema.Array(
            Schema.Struct({
              type: field(Schema.Literals(importIssueParamTypes), "Kind of the value."),
              value: field(Schema.String, "The value as text; a longer one than 255 characters is cut.", "terms")
            })
          ),
          "Values of the issue, such as the name of the key."
        ),
        excerpt: field(Schema.NullOr(ExcerptModel), "The line of the issue; null: the issue has no place in a file.")
      })
    ),
    "Omissions and changes with their type: the first 100, omissions first. Not in Tolgee's API."
  ),
  issueCount: field(Schema.Int, "Number of all issues. Not in Tolgee's API.", 1),
  notices: field(Schema.Array(ReportedNoticeModel), "Warnings without a type: the first 100. Not in Tolgee's API."),
  noticeCount: field(Schema.Int, "Number of all warnings. Not in Tolgee's API.", 1)
}

/** The parts of an import that were left out or read in an unexpected way. */
export const ImportReportModel = Schema.Struct(importReportFields)
