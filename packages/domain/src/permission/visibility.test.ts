import { assert, it } from "vitest"
import { checkProjectAccess } from "./check-access.ts"
import { computePermission } from "./compute-permission.ts"
import { effectiveScopes } from "./effective-scopes.ts"
import { visibilityCases } from "./testing/visibility-cases.ts"

it.each(visibilityCases)("who sees a project: $name", ({ facts, isVisible, isVisibleAsUser }) => {
  const maySee = (user: typeof facts) =>
    checkProjectAccess({
      effectiveScopes: effectiveScopes(computePermission(user), null),
      requiredScopes: [],
      keyOfOtherProject: false
    }) === null
  assert.strictEqual(maySee(facts), isVisible)
  assert.strictEqual(maySee({ ...facts, serverRole: "USER" }), isVisibleAsUser)
})
