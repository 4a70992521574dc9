import { OriginModel, PermissionTypeModel, ScopeModel } from "@dragoman/api"
import type { Scope } from "@dragoman/domain/permission"
import { Schema } from "effect"
import { sentIf } from "../../platform/worker/worker-messages.ts"
import type { ProjectAccess } from "./access.ts"

const languageIds = Schema.NullOr(Schema.Array(Schema.Finite))

/** The part of a project's access that threads read: the caller, and the caller's rights at the time of the request. */
export const AccessParts = Schema.Struct({
  projectId: Schema.Finite,
  caller: Schema.Struct({
    userId: Schema.Finite,
    credential: Schema.Struct({ kind: Schema.String, id: Schema.optionalKey(Schema.Finite) })
  }),
  computedPermission: Schema.Struct({
    origin: OriginModel,
    type: Schema.NullOr(PermissionTypeModel),
    scopes: Schema.Array(ScopeModel),
    scopeBits: Schema.Finite,
    translateLanguageIds: languageIds,
    viewLanguageIds: languageIds,
    stateChangeLanguageIds: languageIds
  }),
  effectiveScopes: Schema.Array(ScopeModel)
})

const hasAccessParts = Schema.is(AccessParts)

/** An access stays the value that the authorization made, so the thread checks it and does not rebuild it. */
export const sentAccess = <S extends Scope = never>() =>
  sentIf((value): value is ProjectAccess<S> => hasAccessParts(value))
