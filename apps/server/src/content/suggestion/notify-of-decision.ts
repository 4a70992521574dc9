import { type KeyRow, NotificationAudienceRepository, type SuggestionPlace, type SuggestionRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../change/change-project.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { notifyUsers } from "../../service/notification/notify-users.ts"

/** Notifies the authors of suggestions that were accepted or declined, in the transaction of the decision. */
export const notifyOfDecision = Effect.fn("notifyOfDecision")(function* (
  { caller, projectId }: ProjectAccess,
  { languages }: ContentProject,
  key: KeyRow,
  { languageId }: SuggestionPlace,
  suggestions: { readonly accepted: ReadonlyArray<SuggestionRow>; readonly declined: ReadonlyArray<SuggestionRow> }
) {
  const audience = yield* NotificationAudienceRepository
  const acceptedAuthors = suggestions.accepted.map(({ author }) => author.id)
  const declinedAuthors = suggestions.declined.map(({ author }) => author.id)
  if ([...acceptedAuthors, ...declinedAuthors].every((userId) => userId === caller.userId)) return
  const project = yield* audience.findProject(projectId)
  if (project === null) return
  const event = {
    params: {
      keyId: key.id,
      keyName: key.name,
      languageTag: languages.find(({ id }) => id === languageId)?.tag ?? ""
    },
    project,
    actor: { userId: caller.userId, name: caller.name }
  }
  yield* notifyUsers({ type: "SUGGESTION_ACCEPTED", ...event, userIds: acceptedAuthors })
  yield* notifyUsers({ type: "SUGGESTION_DECLINED", ...event, userIds: declinedAuthors })
})
