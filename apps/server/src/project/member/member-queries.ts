import type { ListQuery } from "@dragoman/domain/page"
import { MemberRepository, type MemberRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { type IdFilters, idFilters, paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"

export interface MemberListQuery extends ListQuery<"members">, IdFilters {}

/** Reads a page of the users with a direct permission or a role. */
export const listMembers = Effect.fn("listMembers")(function* (
  { projectId }: ProjectAccess<"members.view">,
  query: MemberListQuery
) {
  const repository = yield* MemberRepository
  return yield* paged("members", query, (rows) => repository.list({ projectId, ...idFilters(query), ...rows }))
})

/** Reads a member as the list does; 404 for users who are not in it. */
export const getMember = Effect.fn("getMember")(function* (
  { projectId }: ProjectAccess<"members.view">,
  userId: number
) {
  const repository = yield* MemberRepository
  const { rows } = yield* repository.list({
    projectId,
    search: "",
    ids: [userId],
    exceptIds: [],
    sort: [{ property: "id", direction: "asc" }],
    limit: 1,
    offset: 0
  })
  return rows[0] ?? (yield* failWith("user_not_found"))
})

/** Reads a user with all facts that decide about access to the project; 404 when there is no such account. */
export const getProjectUser = Effect.fn("getProjectUser")(function* ({ projectId }: ProjectAccess, userId: number) {
  const repository = yield* MemberRepository
  const found = yield* repository.findUser(projectId, userId)
  return Option.isSome(found) ? withHasDirectPermission(found.value) : yield* failWith("user_not_found")
})

/** Adds `hasDirectPermission`, which the rules of the domain need. */
export const withHasDirectPermission = (user: MemberRow) => ({
  ...user,
  hasDirectPermission: user.directPermission !== null
})
