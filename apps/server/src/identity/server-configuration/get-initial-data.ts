import type { InitialDataModel } from "@dragoman/api"
import { Effect } from "effect"
import { type PublicAccess, type UserAccess, userAccessOf } from "../../platform/access/grant.ts"
import { getPreferredOrganization } from "../user/get-preferred-organization.ts"
import { getUser } from "../user/get-user.ts"
import { getUserPreferences } from "../user/get-user-preferences.ts"
import { privateOrganizationToModel, userToModel } from "../user/user-to-model.ts"
import { getServerConfiguration } from "./get-server-configuration.ts"

/** All that a web page needs to start. */
export const getInitialData = Effect.fn("getInitialData")(function* (access: PublicAccess) {
  const user = userAccessOf(access)
  const serverConfiguration = yield* getServerConfiguration()
  const common = { serverConfiguration, ssoInfo: null, announcement: null, eeSubscription: null }
  return { ...common, ...(user === null ? nobody : yield* dataOf(user)) } satisfies InitialDataModel
})

const nobody = { authInfo: null, userInfo: null, preferredOrganization: null, languageTag: null }

const dataOf = Effect.fnUntraced(function* (access: UserAccess) {
  const user = yield* getUser(access)
  const preferredOrganization = yield* getPreferredOrganization(access).pipe(
    Effect.map(privateOrganizationToModel),
    Effect.orElseSucceed(() => null)
  )
  const { languageTag } = yield* getUserPreferences(access)
  return { authInfo: { isReadOnly: false }, userInfo: userToModel(user), preferredOrganization, languageTag }
})
