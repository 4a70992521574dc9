import { translationStates } from "@dragoman/domain/translation"
import { keySortProperties } from "@dragoman/domain/translation-list"
import { Schema } from "effect"
import { SentPlace } from "../../platform/worker/sent-place.ts"
import { sentIf } from "../../platform/worker/worker-messages.ts"

const ids = Schema.Array(Schema.Finite)
const texts = Schema.Array(Schema.String)

const timeSpan = { after: Schema.NullOr(Schema.Finite), before: Schema.NullOr(Schema.Finite) }

const translationCondition = <const Kind extends string, const Fields extends Schema.Struct.Fields>(
  kind: Kind,
  fields: Fields
) => Schema.Struct({ languageId: Schema.Finite, kind: Schema.Literal(kind), ...fields })

const condition = <const Kind extends string, const Fields extends Schema.Struct.Fields>(kind: Kind, fields: Fields) =>
  Schema.Struct({ kind: Schema.Literal(kind), ...fields })

const KeyCondition = Schema.Union([
  condition("nothing", {}),
  condition("search", { text: Schema.String }),
  condition("name", { names: texts }),
  condition("id", { ids }),
  condition("namespace", { names: texts, isOneOf: Schema.Boolean }),
  condition("tag", { names: texts, hasAny: Schema.Boolean }),
  condition("description", { exists: Schema.Boolean }),
  condition("screenshot", { exists: Schema.Boolean }),
  condition("anyText", { exists: Schema.Boolean }),
  condition("revision", { ids }),
  condition("failedInJob", { jobId: Schema.Finite }),
  condition("pattern", {
    field: Schema.Literals(["name", "namespace", "description"]),
    pattern: texts,
    matches: Schema.Boolean
  }),
  condition("textPattern", { languageIds: ids, pattern: texts, matches: Schema.Boolean }),
  condition("task", { numbers: ids, isDone: Schema.NullOr(Schema.Boolean) }),
  condition("deletedBy", { userIds: ids }),
  condition("createdBy", { userIds: ids }),
  condition("created", timeSpan),
  condition("edited", { userIds: Schema.NullOr(ids), ...timeSpan }),
  condition("anyOf", {
    translations: Schema.Array(
      Schema.Union([
        translationCondition("state", { state: Schema.Literals(translationStates) }),
        translationCondition("text", { exists: Schema.Boolean }),
        translationCondition("auto", {}),
        translationCondition("outdated", { isOutdated: Schema.Boolean }),
        translationCondition("comment", { isUnresolved: Schema.Boolean }),
        translationCondition("suggestion", { exists: Schema.Boolean }),
        translationCondition("qualityIssue", { type: Schema.NullOr(Schema.String) }),
        translationCondition("staleChecks", {}),
        translationCondition("label", { labelId: Schema.Finite }),
        translationCondition("qualityBelow", { score: Schema.Finite })
      ])
    )
  })
])

const KeySelection = Schema.Struct({
  place: SentPlace,
  trashed: Schema.Boolean,
  languageIds: ids,
  conditions: Schema.Array(KeyCondition),
  order: Schema.Array(
    Schema.Struct({
      property: Schema.Literals([
        ...keySortProperties.filter((property) => property !== "branch"),
        "deletedAt",
        "text",
        "qualityScore"
      ]),
      languageId: Schema.NullOr(Schema.Finite),
      direction: Schema.Literals(["asc", "desc"])
    })
  )
})

/** The keys of a list and their order, for the reading thread. Its types are those of the store and the domain. */
export const SentKeySelection = sentIf(Schema.is(KeySelection))

/** Values of an order, behind which the next keys are read. */
export const SentSortValues = sentIf(
  Schema.is(Schema.Array(Schema.NullOr(Schema.Union([Schema.String, Schema.Finite]))))
)
