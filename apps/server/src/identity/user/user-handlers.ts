import { Api, type UserBody } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { organizationSummaryToModel } from "../../organization/organization/organization-shapes.ts"
import { granted, type UserAccess } from "../../platform/access/grant.ts"
import { clientNetworkOf } from "../../platform/http/client-network.ts"
import { accessTokenToModel } from "../authentication/access-token-to-model.ts"
import { changePassword } from "./change-password.ts"
import { deleteUser } from "./delete-user.ts"
import { editUser } from "./edit-user.ts"
import { generateSuperToken } from "./generate-super-token.ts"
import { getUser } from "./get-user.ts"
import { listSingleOwnedOrganizations } from "./list-single-owned-organizations.ts"
import { userToModel } from "./user-to-model.ts"

const edited = (access: UserAccess, network: string, body: UserBody) =>
  Effect.map(editUser(access, network, body), userToModel)

export const UserHandlers = HttpApiBuilder.group(Api, "user", (handlers) =>
  handlers.handleAll({
    get: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      return userToModel(yield* getUser(access))
    }),
    edit: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* granted(endpoint)
      return yield* edited(access, clientNetworkOf(request), payload)
    }),
    editByPost: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* granted(endpoint)
      return yield* edited(access, clientNetworkOf(request), payload)
    }),
    delete: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      yield* deleteUser(access)
    }),
    changePassword: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* granted(endpoint)
      return accessTokenToModel(yield* changePassword(access, clientNetworkOf(request), payload))
    }),
    listSingleOwnedOrganizations: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* granted(endpoint)
      const organizations = yield* listSingleOwnedOrganizations(access)
      return { _embedded: { organizations: organizations.map(organizationSummaryToModel) } }
    }),
    generateSuperToken: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* granted(endpoint)
      return accessTokenToModel(yield* generateSuperToken(access, clientNetworkOf(request), payload))
    }),
    // Nobody logs in through another server, or is managed by an organization, here.
    getSso: () => Effect.void,
    getManagedBy: () => Effect.void
  })
)
