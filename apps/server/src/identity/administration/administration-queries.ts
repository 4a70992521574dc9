import { isSessionEnded } from "@dragoman/domain/credential"
import type { ListQuery } from "@dragoman/domain/page"
import type { ServerRole } from "@dragoman/domain/permission"
import { AdministrationRepository, ConsoleSessionRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { AdministratorAccess } from "../../service/access/access.ts"
import { findAccount } from "./change-accounts.ts"

/** Reads a page of all organizations. */
export const listAllOrganizations = Effect.fn("listAllOrganizations")(function* (
  { caller }: AdministratorAccess,
  query: ListQuery<"allOrganizations"> & { readonly search?: string | undefined }
) {
  const repository = yield* AdministrationRepository
  return yield* paged("allOrganizations", query, (slice) =>
    repository.listOrganizations({ userId: caller.userId, search: query.search ?? "", ...slice })
  )
})

/** Reads a page of all accounts, disabled ones too. */
export const listUsers = Effect.fn("listUsers")(function* (
  _access: AdministratorAccess,
  query: ListQuery<"users"> & {
    readonly search?: string | undefined
    readonly filterDisabled?: boolean | undefined
    readonly filterRole?: ServerRole | undefined
  }
) {
  const repository = yield* AdministrationRepository
  const { search = "", filterDisabled: isDisabled = null, filterRole: serverRole = null } = query
  return yield* paged("users", query, (slice) => repository.listUsers({ search, isDisabled, serverRole, ...slice }))
})

/** Reads an account with the fields of the list. */
export const getAdministeredUser = Effect.fn("getAdministeredUser")(function* (userId: number) {
  const repository = yield* AdministrationRepository
  const found = yield* repository.findUser(userId)
  return Option.isSome(found) ? found.value : yield* failWith("user_not_found")
})

/** Lists the active console sessions of a user, the last used one first. */
export const listSessionsOfUser = Effect.fn("listSessionsOfUser")(function* (
  _access: AdministratorAccess,
  userId: number
) {
  const sessions = yield* ConsoleSessionRepository
  const now = yield* Clock.currentTimeMillis
  const { tokensValidNotBefore } = yield* findAccount(userId)
  const rows = yield* sessions.list(userId)
  return rows.filter((row) => !isSessionEnded(row, { now, tokensValidNotBefore }))
})
