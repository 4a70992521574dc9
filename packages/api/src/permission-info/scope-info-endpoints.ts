import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { nothing, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { PermissionTypeModel, ScopeModel } from "../permission/permission-model.ts"

export interface ScopeHierarchyModel {
  readonly scope: string
  readonly requires: ReadonlyArray<ScopeHierarchyModel>
}

const ScopeHierarchyModel: Schema.Codec<ScopeHierarchyModel> = Schema.Struct({
  scope: field(Schema.String, "Name of the scope.", "translations.view"),
  requires: field(
    Schema.Array(Schema.suspend((): Schema.Codec<ScopeHierarchyModel> => ScopeHierarchyModel)),
    "Included scopes.",
    [{ scope: "keys.view", requires: [] }]
  )
}).annotate({ identifier: "ScopeHierarchy" })

/** The hierarchy of scopes and the scopes of permission types. */
export const ScopeInfoEndpoints = endpointGroup(
  "scopeInfo",
  HttpApiEndpoint.get("getHierarchy", "/v2/public/scope-info/hierarchy", { success: ScopeHierarchyModel }).pipe(
    requires(nothing),
    described("Returns the scopes with the scopes that they include.")
  ),
  HttpApiEndpoint.get("getRoles", "/v2/public/scope-info/roles", {
    success: Schema.Record(
      PermissionTypeModel,
      field(Schema.Array(ScopeModel), "Scopes of the permission type, with all that they include.")
    )
  }).pipe(requires(nothing), described("Returns the scopes of each permission type."))
)
