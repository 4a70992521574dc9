import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { call } from "../../base/api/call.ts"
import type { LanguageModel, ListedKeyModel, ProjectModel, TaskModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { mayWorkOnTask } from "../../feature/task/task-progress.ts"
import { refreshTasks } from "../../feature/task/task-queries.ts"
import type { SavedText } from "../../feature/translation-editor/translation-editor.tsx"
import { announce } from "../../widget/announcement/announcement.ts"
import { useShortcuts } from "../../widget/shortcut/shortcut.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { patchKey } from "./key-pages.ts"

/** Changes come in groups: the server is asked once for all of them. */
const pauseMillis = 300

/** Keys of one request: their ids are in its address. */
const askedMax = 200

/** Returns whether a key is done in a task; null: the task does not have it, or is closed. */
export const isDoneInTask = (key: ListedKeyModel, taskNumber: number | undefined): boolean | null =>
  key.tasks?.find(({ number }) => number === taskNumber)?.done ?? null

/**
 * The keys of the task that the list shows: marks them as done, and follows what the server counts. `task` null: the list
 * shows none. `activeKey`: the key that the shortcut marks.
 */
export const useTaskKeys = (
  project: ProjectModel,
  task: TaskModel | null,
  userId: number,
  activeKey: () => ListedKeyModel | null
) => {
  const t = useText()
  const client = useQueryClient()
  const changed = useRef(new Set<number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const mayWork = task !== null && mayWorkOnTask(project, task, userId)

  const readKeys = async (shown: TaskModel, keyIds: ReadonlyArray<number>): Promise<ReadonlyArray<ListedKeyModel>> => {
    const query = {
      filterKeyId: keyIds,
      languages: [shown.language.tag],
      branch: shown.branchName ?? undefined,
      size: keyIds.length
    }
    const { _embedded } = await call("translationList", "list", { params: { projectId: project.id }, query })
    for (const { keyId, tasks } of _embedded.keys) patchKey(client, project.id, keyId, (key) => ({ ...key, tasks }))
    return _embedded.keys
  }

  const mark = async ({ keyId, keyName }: ListedKeyModel, done: boolean): Promise<void> => {
    if (task === null) return
    const show = (isDone: boolean) =>
      patchKey(client, project.id, keyId, (key) => ({
        ...key,
        tasks: key.tasks?.map((one) => (one.number === task.number ? { ...one, done: isDone } : one)) ?? null
      }))
    show(done)
    try {
      const params = { projectId: project.id, taskNumber: task.number, keyId }
      await call("task", "updateKey", { params, payload: { done } })
      announce(t(done ? "task.key-done" : "task.key-not-done", { key: keyName }))
    } catch (error) {
      show(!done)
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
    await refreshTasks(client, project.id)
  }

  useShortcuts(
    task === null
      ? []
      : [
          {
            keys: "d",
            title: "shortcuts.task-done",
            place: "list",
            run: () => {
              const active = activeKey()
              const isDone = active === null ? null : isDoneInTask(active, task.number)
              if (active !== null && isDone !== null && mayWork) void mark(active, !isDone)
            }
          }
        ]
  )

  return {
    mayWork,
    mark: (key: ListedKeyModel, done: boolean) => void mark(key, done),
    /** Shows what the server counts after a text was saved. A save that goes on to the next text says that the work on this one is done. */
    onSaved: async (key: ListedKeyModel, language: LanguageModel, saved: SavedText, goesOn: boolean): Promise<void> => {
      if (task === null || language.id !== task.language.id) return
      try {
        const [present] = await readKeys(task, [key.keyId])
        const isWorkDone = task.type === "TRANSLATE" ? saved.text !== "" : saved.isReviewed
        const isLeft = present !== undefined && isDoneInTask(present, task.number) === false
        if (goesOn && isWorkDone && isLeft && mayWork && project.markTaskKeysDone) return await mark(key, true)
      } catch {
        // The text is saved; the next change reads the counts again.
      }
      await refreshTasks(client, project.id)
    },
    /** Reads the keys that were changed somewhere, and the counts. */
    onChange: (keyIds: ReadonlyArray<number>): void => {
      if (task === null) return
      for (const id of keyIds) changed.current.add(id)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const asked = [...changed.current].slice(0, askedMax)
        changed.current.clear()
        // A failed request says what is wrong where it matters.
        if (asked.length > 0) readKeys(task, asked).catch(() => undefined)
        void refreshTasks(client, project.id)
      }, pauseMillis)
    }
  }
}
