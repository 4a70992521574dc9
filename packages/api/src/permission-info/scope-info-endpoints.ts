import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { anybody, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PermissionTypeModel, ScopeModel } from "../permission/permission-model.ts"

export interface ScopeHierarchyModel {
  readonly scope: string
  readonly requires: ReadonlyArray<ScopeHierarchyModel>
}

const ScopeHierarchyModel: Schema.Codec<ScopeHierarchyModel> = Schema.Struct({
  scope: Schema.String,
  requires: Schema.Array(Schema.suspend((): Schema.Codec<ScopeHierarchyModel> => ScopeHierarchyModel))
}).annotate({ identifier: "ScopeHierarchy" })

/** Which scope includes which, and what the permission types hold. Source: reference "auth-and-permissions" 1.6. */
export const ScopeInfoEndpoints = endpointGroup(
  "scopeInfo",
  HttpApiEndpoint.get("getHierarchy", "/v2/public/scope-info/hierarchy", { success: ScopeHierarchyModel }).pipe(
    requires(anybody)
  ),
  HttpApiEndpoint.get("getRoles", "/v2/public/scope-info/roles", {
    success: Schema.Record(PermissionTypeModel, Schema.Array(ScopeModel))
  }).pipe(requires(anybody))
)
