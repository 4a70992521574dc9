import { Schema } from "effect"
import { OriginModel, PermissionTypeModel, ScopeModel } from "./permission-model.ts"

const scopePath = Schema.NullOr(Schema.Array(ScopeModel))

const ExplainedRuleModel = Schema.Struct({
  rule: OriginModel,
  /** SHADOWED: the rule fits the user, but another one decided. */
  state: Schema.Literals(["DECIDED", "SHADOWED", "NOT_APPLICABLE"]),
  /** A stable code of the sentence. */
  reason: Schema.String,
  type: Schema.NullOr(PermissionTypeModel),
  /** What the rule gives, not expanded; null: not applicable. */
  scopes: Schema.NullOr(Schema.Array(ScopeModel)),
  /** Would the rule alone grant the scope? */
  grantsScope: Schema.Boolean,
  sentence: Schema.String
})

const obstacleFields = {
  code: Schema.Literals(["SCOPE_MISSING", "LANGUAGE_NOT_PERMITTED", "KEY_SCOPE_MISSING"]),
  sentence: Schema.String,
  /** One of them is enough for this obstacle. */
  remedies: Schema.Array(Schema.Struct({ code: Schema.String, sentence: Schema.String }))
}

/** Why the permission of the caller refuses. Source: docs/permissions.md#ask-why. */
export const RefusalExplanationModel = Schema.Struct({
  /** The rule that decided. */
  origin: OriginModel,
  /** Each of them has to go. */
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
 * Why a user has a scope in a project, or has not. Codes are stable, sentences are for people.
 * Source: product section 3.1.
 */
export const PermissionExplanationModel = Schema.Struct({
  userId: Schema.Int,
  allowed: Schema.Boolean,
  scope: ScopeModel,
  /** null: no language was asked about. */
  languageId: Schema.NullOr(Schema.Int),
  /** The rule that decided. */
  origin: OriginModel,
  /** All rules, in the order of their precedence. */
  rules: Schema.Array(ExplainedRuleModel),
  /** From the scope that was granted to the one asked for; null: not granted. */
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
  /** The project API key of the request; null: not asked with one, or about somebody else. */
  key: Schema.NullOr(Schema.Struct({ scopes: Schema.Array(ScopeModel), scopePath })),
  /** Empty when allowed. Each of them has to go. */
  obstacles: Schema.Array(Schema.Struct(obstacleFields)),
  sentence: Schema.String
})
export type PermissionExplanationModel = typeof PermissionExplanationModel.Type
