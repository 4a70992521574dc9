import { Schema } from "effect"
import { OriginModel, PermissionTypeModel, ScopeModel } from "./permission-model.ts"

const scopePath = Schema.NullOr(Schema.Array(ScopeModel))

const ExplainedRuleModel = Schema.Struct({
  rule: OriginModel,
  /** SHADOWED: the rule applies to the user, but another one decided. */
  state: Schema.Literals(["DECIDED", "SHADOWED", "NOT_APPLICABLE"]),
  /** Stable code of the sentence. */
  reason: Schema.String,
  type: Schema.NullOr(PermissionTypeModel),
  /** Scopes from the rule, not expanded; null: not applicable. */
  scopes: Schema.NullOr(Schema.Array(ScopeModel)),
  /** Whether the rule alone includes the scope. */
  grantsScope: Schema.Boolean,
  sentence: Schema.String
})

const obstacleFields = {
  code: Schema.Literals(["SCOPE_MISSING", "LANGUAGE_NOT_PERMITTED", "KEY_SCOPE_MISSING"]),
  sentence: Schema.String,
  /** One remedy is enough for this obstacle. */
  remedies: Schema.Array(Schema.Struct({ code: Schema.String, sentence: Schema.String }))
}

/** Why the caller's permission is not sufficient. Source: docs/permissions.md#ask-why. */
export const ErrorExplanationModel = Schema.Struct({
  /** The rule that decided. */
  origin: OriginModel,
  /** All obstacles have to be removed. */
  obstacles: Schema.Array(
    Schema.Struct({
      ...obstacleFields,
      scope: ScopeModel,
      /** The languages in which the caller has the scope; null: languages are not the obstacle. */
      languageIds: Schema.NullOr(Schema.Array(Schema.Int))
    })
  ),
  sentence: Schema.String
})

/**
 * Why a user has a scope in a project, or not. Codes are stable, sentences are for people.
 */
export const PermissionExplanationModel = Schema.Struct({
  userId: Schema.Int,
  allowed: Schema.Boolean,
  scope: ScopeModel,
  /** null: the request named no language. */
  languageId: Schema.NullOr(Schema.Int),
  /** The rule that decided. */
  origin: OriginModel,
  /** All rules, in the order of their precedence. */
  rules: Schema.Array(ExplainedRuleModel),
  /** From the user's own scope to the requested one; null: the user does not have it. */
  scopePath,
  /** The list of languages that limits the scope; null: languages do not limit it. */
  language: Schema.NullOr(
    Schema.Struct({
      operation: Schema.Literals(["view", "translate", "stateChange"]),
      /** null: all languages. */
      languageIds: Schema.NullOr(Schema.Array(Schema.Int)),
      permitted: Schema.NullOr(Schema.Boolean)
    })
  ),
  /** The project API key of the request; null: another credential, or another user. */
  key: Schema.NullOr(Schema.Struct({ scopes: Schema.Array(ScopeModel), scopePath })),
  /** Empty when allowed. All obstacles have to be removed. */
  obstacles: Schema.Array(Schema.Struct(obstacleFields)),
  sentence: Schema.String
})
export type PermissionExplanationModel = typeof PermissionExplanationModel.Type
