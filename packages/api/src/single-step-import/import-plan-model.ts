import { Schema } from "effect"

/** `left`: the project keeps its own, which differs. */
const counts = {
  created: Schema.Int,
  changed: Schema.Int,
  removed: Schema.Int,
  left: Schema.Int,
  same: Schema.Int
}

/** What an import would do, made by a single-step import with `dryRun`. Not in Tolgee's API. */
export const ImportPlanModel = Schema.Struct({
  id: Schema.Int,
  /** Epoch milliseconds. */
  createdAt: Schema.Int,
  /** After that the plan is gone. Epoch milliseconds. */
  expiresAt: Schema.Int,
  keyCounts: Schema.Struct(counts),
  /** Texts by namespace and language. */
  textCounts: Schema.Array(
    Schema.Struct({
      /** Tag; null: the language of a file is assigned to none of the project. */
      language: Schema.NullOr(Schema.String),
      /** null: the default one. */
      namespace: Schema.NullOr(Schema.String),
      ...counts
    })
  ),
  /** The error that applying the plan ends with, with its first 100 parameters; null: none. */
  rejection: Schema.NullOr(
    Schema.Struct({
      status: Schema.Int,
      code: Schema.String,
      params: Schema.NullOr(Schema.Array(Schema.Json))
    })
  )
})
export type ImportPlanModel = typeof ImportPlanModel.Type

/** `LEAVE`: the project keeps its own, which differs. */
const textActions = ["CREATE", "CHANGE", "REMOVE", "LEAVE"] as const

/** Of keys. `SAME`: the project has the key with the same texts. */
export const importPlanActions = [...textActions, "SAME"] as const

/** What applying a plan does to one key. */
export const ImportPlanChangeModel = Schema.Struct({
  keyName: Schema.String,
  keyNamespace: Schema.NullOr(Schema.String),
  action: Schema.Literals(importPlanActions),
  /** `NOT_IN_PROJECT`: no keys are created, so the key is left out. */
  reason: Schema.NullOr(Schema.Literal("NOT_IN_PROJECT")),
  /** Without those that are the same in the project. */
  texts: Schema.Array(
    Schema.Struct({
      language: Schema.NullOr(Schema.String),
      action: Schema.Literals(textActions),
      /** null: no text, or one that the caller may not view. */
      before: Schema.NullOr(Schema.String),
      /** Of `LEAVE`: the imported text, which is not written. */
      after: Schema.NullOr(Schema.String),
      /** Why the text of the project stays; null: it does not. */
      reason: Schema.NullOr(
        Schema.Literals(["KEPT", "CONFLICT", "PROTECTED", "DISABLED", "EMPTY_VALUE", "LANGUAGE_NOT_SELECTED"])
      )
    })
  ),
  /** null: it stays. */
  description: Schema.NullOr(
    Schema.Struct({ before: Schema.NullOr(Schema.String), after: Schema.NullOr(Schema.String) })
  ),
  changesCustomValues: Schema.Boolean,
  /** The texts that the import does not have become plurals too. */
  becomesPlural: Schema.Boolean,
  /** The texts that the import does not have become outdated. */
  marksOutdated: Schema.Boolean
})
export type ImportPlanChangeModel = typeof ImportPlanChangeModel.Type
