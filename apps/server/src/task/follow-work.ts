import { changedTaskWork } from "@dragoman/domain/task"
import { untranslated } from "@dragoman/domain/translation"
import { TaskRepository, type TaskWork } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { ContentFollower } from "../change/content-follower.ts"

/**
 * Marks keys of open tasks as done when an assignee saves the work on them, and as not done when anyone undoes it, if the project wants
 * it. Source: docs/tasks.md#work.
 */
export const makeTaskFollower = Effect.map(
  TaskRepository,
  (tasks): ContentFollower =>
    Effect.fn("followTaskWork")(function* ({ marksTaskKeysDone, authorId }, { translations }) {
      if (!marksTaskKeysDone || translations.length === 0) return
      const languageIds = [...new Set(translations.map(({ languageId }) => languageId))]
      const openLanguageIds = new Set(yield* tasks.listOpenLanguages(languageIds))
      if (openLanguageIds.size === 0) return
      const done: Array<TaskWork> = []
      const undone: Array<TaskWork> = []
      for (const { keyId, languageId, before, after } of translations) {
        if (!openLanguageIds.has(languageId)) continue
        const work = changedTaskWork(before ?? untranslated, after)
        for (const type of work.done) done.push({ keyId, languageId, type })
        for (const type of work.undone) undone.push({ keyId, languageId, type })
      }
      const at = yield* Clock.currentTimeMillis
      const marked = authorId === null ? [] : yield* tasks.markDone(done, { by: authorId, at })
      yield* tasks.updateOpenStates([...marked, ...(yield* tasks.markNotDone(undone))])
    })
)
