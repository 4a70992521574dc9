import { checkedTextsMax } from "@dragoman/domain/activity"
import { Database } from "@dragoman/store"
import { Effect } from "effect"
import { CommitSignal } from "../../change/commit-signal.ts"

/** Publishes after the commit that the issues of translations have changed; nothing when there are none. */
export const publishCheckedTexts = Effect.fnUntraced(function* (
  projectId: number,
  translationIds: ReadonlyArray<number>
) {
  const database = yield* Database
  const commits = yield* CommitSignal
  if (translationIds.length === 0) return
  const checkedIds = translationIds.length > checkedTextsMax ? null : translationIds
  yield* database.afterCommit(commits.publish({ projectId, deliveries: 0, checkedIds }))
})
