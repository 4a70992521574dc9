import { anyOf, type nothing, organization, project, requires, type user } from "@dragoman/api"
import type { ComputedPermission, Permission } from "@dragoman/domain/permission"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { assert, describe, expectTypeOf, it } from "vitest"
import { disableUser } from "../../identity/administration/administer-users.ts"
import { getUser } from "../../identity/user/user-queries.ts"
import { editOrganization } from "../../organization/organization/change-organizations.ts"
import { getWebhookConfiguration } from "../../webhook/configuration/webhook-configuration-queries.ts"
import {
  type AccessOf,
  type AdministratorAccess,
  type AnyOfAccess,
  type Caller,
  type OrganizationAccess,
  type ProjectAccess,
  type PublicAccess,
  type UserAccess,
  withAccess
} from "./access.ts"

const organizationBody = { name: "Nautilus" }

// The compiler is under test: no function is called.
describe("a use case does not compile", () => {
  it("without an access", () => {
    // @ts-expect-error: no access.
    const withoutAccess = () => getWebhookConfiguration(1)
    assert.isFunction(withoutAccess)
  })

  it("with the id of a project that was not checked", () => {
    // @ts-expect-error: plain data is no access.
    const withIds = () => getWebhookConfiguration({ projectId: 1, organizationId: 1 }, 1)
    assert.isFunction(withIds)
  })

  it("with a literal that has every field of an access", () => {
    const withLiteral = (caller: Caller, permission: Permission, computedPermission: ComputedPermission) =>
      getWebhookConfiguration(
        // @ts-expect-error: only the authorization makes an access.
        {
          caller,
          projectId: 1,
          organizationId: 1,
          organizationRole: null,
          basePermission: permission,
          directPermission: null,
          computedPermission,
          effectiveScopes: ["webhooks.manage"]
        },
        1
      )
    assert.isFunction(withLiteral)
  })

  it("with an access that was taken apart and rebuilt", () => {
    const rebuilt = ({ caller, ...fields }: ProjectAccess<"webhooks.manage">) =>
      // @ts-expect-error: the proof is lost.
      getWebhookConfiguration({ caller, ...fields }, 1)
    const spread = (access: ProjectAccess<"webhooks.manage">) =>
      // @ts-expect-error: the proof does not hold for another project.
      getWebhookConfiguration({ ...access, projectId: 2 }, 1)
    assert.isFunction(rebuilt)
    assert.isFunction(spread)
  })

  it("with an access that was checked for other scopes", () => {
    const withOtherScopes = (access: ProjectAccess<"keys.view" | "languages.edit">) =>
      // @ts-expect-error: checked for other scopes.
      getWebhookConfiguration(access, 1)
    assert.isFunction(withOtherScopes)
  })

  it("with an access that was checked for no scope", () => {
    // @ts-expect-error: checked for no scope.
    const withoutScopes = (access: ProjectAccess) => getWebhookConfiguration(access, 1)
    assert.isFunction(withoutScopes)
  })

  it("with an access by one of several scopes, before the one that admitted is known", () => {
    const withEither = (access: AnyOfAccess<"webhooks.manage" | "keys.view">) =>
      // @ts-expect-error: the other scope may have admitted.
      getWebhookConfiguration(access, 1)
    const withOther = (access: AnyOfAccess<"webhooks.manage" | "keys.view" | null>) =>
      access.proven === "webhooks.manage"
        ? null
        : // @ts-expect-error: the scope did not admit.
          getWebhookConfiguration(access, 1)
    const withClaimed = (access: AnyOfAccess<"webhooks.manage" | null>) =>
      // @ts-expect-error: only the authorization proves a scope.
      getWebhookConfiguration({ ...access, proven: "webhooks.manage" }, 1)
    assert.isFunction(withEither)
    assert.isFunction(withOther)
    assert.isFunction(withClaimed)
  })

  it("with an access to a project that was checked for a user only", () => {
    // @ts-expect-error: not checked for a project.
    const ofUser = (access: UserAccess) => getWebhookConfiguration(access, 1)
    assert.isFunction(ofUser)
  })

  it("with a lower level of the organization", () => {
    const asMember = (access: OrganizationAccess<"MEMBER">) =>
      // @ts-expect-error: checked for the level MEMBER.
      editOrganization(access, organizationBody)
    assert.isFunction(asMember)
  })

  it("for administrators with the access of a user", () => {
    // @ts-expect-error: the server role was not checked.
    const asUser = (access: UserAccess) => disableUser(access, 1)
    assert.isFunction(asUser)
  })

  it("for users with the access to a public endpoint", () => {
    // @ts-expect-error: the caller may be anonymous.
    const asPublic = (access: PublicAccess) => getUser(access)
    assert.isFunction(asPublic)
  })
})

describe("a use case compiles", () => {
  it("with an access that was checked for its scope and others", () => {
    const withMore = (access: ProjectAccess<"webhooks.manage" | "keys.view">) => getWebhookConfiguration(access, 1)
    assert.isFunction(withMore)
  })

  it("with an access by one of several scopes, where that one admitted", () => {
    const withProven = (access: AnyOfAccess<"webhooks.manage" | "keys.view" | null>) =>
      access.proven === "webhooks.manage" ? getWebhookConfiguration(access, 1) : null
    assert.isFunction(withProven)
  })

  it("for users with the access of an administrator", () => {
    const asAdministrator = (access: AdministratorAccess) => getUser(access)
    assert.isFunction(asAdministrator)
  })
})

describe("the access that a handler gets", () => {
  const endpoint = HttpApiEndpoint.get("get", "/v2/nothing", { success: Schema.String })

  it("has the type of the endpoint's requirement", () => {
    const ofProject = endpoint.pipe(requires(project(["webhooks.manage"])))
    const ofOrganization = endpoint.pipe(requires(organization("OWNER")))
    const ofEither = endpoint.pipe(requires(anyOf(["webhooks.manage", "keys.view", null])))
    const handlers = [
      withAccess((access, _request: RequestOf<typeof ofProject>) => {
        expectTypeOf(access).toEqualTypeOf<ProjectAccess<"webhooks.manage">>()
        return getWebhookConfiguration(access, 1)
      }),
      withAccess(function* (access, _request: RequestOf<typeof ofOrganization>) {
        expectTypeOf(access).toEqualTypeOf<OrganizationAccess<"OWNER">>()
        return yield* editOrganization(access, organizationBody)
      }),
      withAccess((access, _request: RequestOf<typeof ofEither>) => {
        expectTypeOf(access).toEqualTypeOf<AnyOfAccess<"webhooks.manage" | "keys.view" | null>>()
        return access.proven === "webhooks.manage" ? getWebhookConfiguration(access, 1) : Effect.void
      })
    ]
    expectTypeOf<AccessOf<ReturnType<typeof user>>>().toEqualTypeOf<UserAccess>()
    expectTypeOf<AccessOf<typeof nothing>>().toEqualTypeOf<PublicAccess>()
    for (const handler of handlers) assert.isFunction(handler)
  })

  it("is not that of another requirement", () => {
    const ofProject = endpoint.pipe(requires(project(["keys.view"])))
    const handlers = [
      // @ts-expect-error: the endpoint requires another scope.
      withAccess((access, _request: RequestOf<typeof ofProject>) => getWebhookConfiguration(access, 1)),
      // @ts-expect-error: the endpoint does not require what the handler asks for.
      withAccess((access: ProjectAccess<"webhooks.manage">, _: RequestOf<typeof ofProject>) =>
        getWebhookConfiguration(access, 1)
      )
    ]
    for (const handler of handlers) assert.isFunction(handler)
  })

  it("does not fit another endpoint", () => {
    const managing = endpoint.pipe(requires(project(["webhooks.manage"])))
    const viewing = endpoint.pipe(requires(project(["keys.view"])))
    const handler = withAccess((access, _: RequestOf<typeof managing>) => getWebhookConfiguration(access, 1))
    // @ts-expect-error: its endpoint requires another scope.
    const ofOther: (request: RequestOf<typeof viewing>) => unknown = handler
    assert.isFunction(ofOther)
  })
})

interface RequestOf<Endpoint> {
  readonly endpoint: Endpoint
}
