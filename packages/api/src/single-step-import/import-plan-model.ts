import { Schema } from "effect"
import { field } from "../field.ts"

/** `left`: the project keeps its own, which differs. */
const counts = {
  created: field(Schema.Int, "To be created.", 1),
  changed: field(Schema.Int, "To be changed.", 1),
  removed: field(Schema.Int, "To be removed; keys go to the trash.", 0),
  left: field(Schema.Int, "Different ones that the project keeps.", 0),
  same: field(Schema.Int, "Equal to those of the project.", 12)
}

/** The effects of an import, stored by a single-step import with `dryRun`. Not in Tolgee's API. */
export const ImportPlanModel = Schema.Struct({
  id: field(Schema.Int, "Id of the plan.", 5),
  createdAt: field(Schema.Int, "Time of the plan in epoch milliseconds.", 1_767_225_600_000),
  expiresAt: field(Schema.Int, "Expiry of the plan in epoch milliseconds: 24 hours later.", 1_767_312_000_000),
  branch: field(
    Schema.NullOr(Schema.String),
    "Name of the branch that the plan changes; null: the project uses no branches, or the branch was deleted.",
    null
  ),
  keyCounts: field(Schema.Struct(counts), "Number of keys by action."),
  textCounts: field(
    Schema.Array(
      Schema.Struct({
        language: field(
          Schema.NullOr(Schema.String),
          "Tag of the language; null: a language of the files is assigned to none of the project.",
          "cs"
        ),
        namespace: field(Schema.NullOr(Schema.String), "Namespace; null: the default namespace."),
        ...counts
      })
    ),
    "Number of texts by namespace, language and action."
  ),
  rejection: field(
    Schema.NullOr(
      Schema.Struct({
        status: field(Schema.Int, "HTTP status.", 400),
        code: field(Schema.String, "Error code.", "conflict_is_not_resolved"),
        params: field(Schema.NullOr(Schema.Array(Schema.Json)), "Values of the error; null: none.")
      })
    ),
    "Error that applying the plan would return, with its first 100 parameters; null: none."
  )
})
export type ImportPlanModel = typeof ImportPlanModel.Type

/** `LEAVE`: the project keeps its own, which differs. */
const textActions = ["CREATE", "CHANGE", "REMOVE", "LEAVE"] as const

/** Actions for keys. `SAME`: the project has the key with the same texts. */
export const importPlanActions = [...textActions, "SAME"] as const

/** The effect of a plan on one key. */
export const ImportPlanChangeModel = Schema.Struct({
  keyName: field(Schema.String, "Name of the key.", "booking.title"),
  keyNamespace: field(Schema.NullOr(Schema.String), "Namespace of the key; null: the default namespace."),
  action: field(
    Schema.Literals(importPlanActions),
    "Action for the key; LEAVE: the project keeps its texts, which differ from those of the files."
  ),
  reason: field(
    Schema.NullOr(Schema.Literal("NOT_IN_PROJECT")),
    "Reason of LEAVE. NOT_IN_PROJECT: the import creates no keys; null: another action, or the texts have the reason."
  ),
  texts: field(
    Schema.Array(
      Schema.Struct({
        language: field(
          Schema.NullOr(Schema.String),
          "Tag of the language; null: a language of the files is assigned to none of the project.",
          "cs"
        ),
        action: field(Schema.Literals(textActions), "Action for the text."),
        before: field(
          Schema.NullOr(Schema.String),
          "Text of the project; null: none, or the caller may not view the language.",
          "Zarezervovat stání"
        ),
        after: field(
          Schema.NullOr(Schema.String),
          "Imported text; with LEAVE the one that is not written; null: none.",
          "Rezervovat stání"
        ),
        reason: field(
          Schema.NullOr(
            Schema.Literals([
              "KEPT",
              "CONFLICT",
              "PROTECTED",
              "DISABLED",
              "EMPTY_VALUE",
              "LANGUAGE_NOT_SELECTED",
              "NOT_VALID_ICU"
            ])
          ),
          "Reason why the project keeps its text; null: it does not."
        )
      })
    ),
    "Texts of the key, without those that are the same."
  ),
  description: field(
    Schema.NullOr(
      Schema.Struct({
        before: field(Schema.NullOr(Schema.String), "Description of the project; null: none."),
        after: field(Schema.NullOr(Schema.String), "Imported description; null: none.", "Heading of the first page")
      })
    ),
    "Change of the description; null: it stays."
  ),
  changesCustomValues: field(Schema.Boolean, "Whether custom values of the key or format data of its texts change."),
  becomesPlural: field(Schema.Boolean, "Whether texts that the files do not have become plurals as well."),
  marksOutdated: field(Schema.Boolean, "Whether texts that the files do not have become outdated.")
})
export type ImportPlanChangeModel = typeof ImportPlanChangeModel.Type
