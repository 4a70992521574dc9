import { Schema } from "effect"
import { field } from "../field.ts"
import { ExplainedOriginModel, OriginModel, PermissionTypeModel, ScopeModel } from "./permission-model.ts"

const scopePath = Schema.NullOr(Schema.Array(ScopeModel))

const ExplainedRuleModel = Schema.Struct({
  rule: field(ExplainedOriginModel, "The rule that is explained. TASK: open tasks of the user."),
  state: field(
    Schema.Literals(["DECIDED", "SHADOWED", "NOT_APPLICABLE"]),
    "Whether the rule decided; SHADOWED: it applies to the user, but a rule of higher precedence decided."
  ),
  reason: field(Schema.String, "Stable code of `sentence`.", "DIRECT_PERMISSION_EXISTS"),
  type: field(
    Schema.NullOr(PermissionTypeModel),
    "Permission type that the rule gives; null: single scopes, or not applicable."
  ),
  scopes: field(
    Schema.NullOr(Schema.Array(ScopeModel)),
    "Scopes that the rule gives, not expanded; null: not applicable."
  ),
  grantsScope: field(Schema.Boolean, "Whether the rule alone gives the scope."),
  sentence: field(
    Schema.String,
    "Sentence for people, in English.",
    "The user has a direct permission in this project; it replaces the base permission."
  )
})

const obstacleFields = {
  code: field(
    Schema.Literals(["SCOPE_MISSING", "LANGUAGE_NOT_PERMITTED", "KEY_SCOPE_MISSING"]),
    "Kind of the obstacle: missing scope, language that is not permitted, or scope that the project API key lacks."
  ),
  sentence: field(Schema.String, "Sentence for people, in English.", "The user lacks the scope keys.edit."),
  remedies: field(
    Schema.Array(
      Schema.Struct({
        code: field(Schema.String, "Stable code of the remedy.", "CHANGE_DIRECT_PERMISSION"),
        sentence: field(
          Schema.String,
          "Sentence for people, in English.",
          "Give the direct permission the type EDIT or MANAGE, or the scope keys.edit."
        )
      })
    ),
    "Remedies; one of them is enough."
  )
}

/** Why the caller's permission is not sufficient. Source: docs/permissions.md#ask-why. */
export const ErrorExplanationModel = Schema.Struct({
  origin: field(OriginModel, "The rule that decided the caller's permission."),
  obstacles: field(
    Schema.Array(
      Schema.Struct({
        ...obstacleFields,
        scope: field(ScopeModel, "The scope that the obstacle concerns."),
        languageIds: field(
          Schema.NullOr(Schema.Array(Schema.Int)),
          "Ids of the languages in which the caller has the scope; null: languages are not the obstacle."
        )
      })
    ),
    "Obstacles; all of them have to be removed."
  ),
  sentence: field(
    Schema.String,
    "The reason in one sentence for people.",
    "Not allowed: The user lacks the scope keys.edit."
  )
})

/**
 * Why a user has a scope in a project, or not. Codes are stable, sentences are for people.
 */
export const PermissionExplanationModel = Schema.Struct({
  userId: field(Schema.Int, "Id of the user whose permission is explained.", 12),
  allowed: field(Schema.Boolean, "Whether the user may do it."),
  scope: field(ScopeModel, "The scope that the request named."),
  languageId: field(Schema.NullOr(Schema.Int), "Id of the language that the request named; null: none."),
  origin: field(
    ExplainedOriginModel,
    "The rule that decided. TASK: an open task of the user, if the request named a key."
  ),
  rules: field(Schema.Array(ExplainedRuleModel), "All rules in the order of their precedence."),
  scopePath: field(
    scopePath,
    "Path from a scope of the user to the requested one that it includes; null: the user does not have it."
  ),
  language: field(
    Schema.NullOr(
      Schema.Struct({
        operation: field(
          Schema.Literals(["view", "translate", "stateChange"]),
          "The kind of access for which languages are listed."
        ),
        languageIds: field(Schema.NullOr(Schema.Array(Schema.Int)), "Ids of the permitted languages; null: all."),
        permitted: field(
          Schema.NullOr(Schema.Boolean),
          "Whether the language of the request is permitted; null: the request named no language."
        )
      })
    ),
    "The list of languages that limits the scope; null: languages do not limit it."
  ),
  key: field(
    Schema.NullOr(
      Schema.Struct({
        scopes: field(Schema.Array(ScopeModel), "Scopes of the key, as stored."),
        scopePath: field(
          scopePath,
          "Path from a scope of the key to the requested one; null: the key does not have it."
        )
      })
    ),
    "The project API key of the request; null: another credential, or the permission of another user."
  ),
  obstacles: field(
    Schema.Array(Schema.Struct(obstacleFields)),
    "Obstacles; empty when allowed. All of them have to be removed."
  ),
  sentence: field(Schema.String, "The result in one sentence for people.", "Allowed: keys.edit.")
})
export type PermissionExplanationModel = typeof PermissionExplanationModel.Type
