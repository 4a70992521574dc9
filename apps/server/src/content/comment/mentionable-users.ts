import { pageMetadata, pageNumbers, pageOffset } from "@dragoman/domain/page"
import { AccessRepository, NotificationAudienceRepository, type ProjectUserRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../service/access/access.ts"
import { mayView } from "./notify-of-comment.ts"

interface MentionableQuery {
  readonly page?: number | undefined
  readonly size?: number | undefined
  readonly search?: string | undefined
  readonly languageId?: number | undefined
}

/**
 * Reads a page of the users whom a comment can mention, by name: those with a role or a direct permission who may view
 * texts in the language. Callers without `members.view` see no user name, and cannot search for one.
 */
export const listMentionableUsers = Effect.fn("listMentionableUsers")(function* (
  { projectId, effectiveScopes }: ProjectAccess<"translation-comments.add">,
  { search = "", languageId, ...query }: MentionableQuery
) {
  const audience = yield* NotificationAudienceRepository
  const access = yield* AccessRepository
  const showsUsernames = effectiveScopes.includes("members.view")
  const members = yield* access.listProjectUsers(projectId, yield* audience.listProjectUserIds(projectId))
  const sought = search.trim().toLowerCase()
  const isFound = ({ name, username }: ProjectUserRow) =>
    name.toLowerCase().includes(sought) || (showsUsernames && username.includes(sought))
  const found = members
    .filter((user) => isFound(user) && mayView(user, languageId ?? null))
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.userId - other.userId)
    .map((user) => ({ ...user, username: showsUsernames ? user.username : "" }))
  const request = pageNumbers(query)
  const offset = pageOffset(request)
  return { rows: found.slice(offset, offset + request.size), page: pageMetadata(request, found.length) }
})
