import { writeWorkbook } from "@dragoman/formats"
import { LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { ProjectAccess } from "../service/access/access.ts"
import { getTask, reportTaskByUser } from "./task-queries.ts"

/** Responds with the work on a task as a workbook, with the headings and the header of Tolgee's. */
export const reportTaskAsFile = Effect.fn("reportTaskAsFile")(function* (access: ProjectAccess, number: number) {
  const { task, progress } = yield* getTask(access, number)
  const work = yield* reportTaskByUser(access, number)
  const languages = yield* LanguageRepository.use((repository) => repository.listOfProject(access.projectId))
  const content = writeWorkbook("Task Report", [
    ["Task name", task.name],
    ["Task description", task.description],
    ["Type", task.type],
    ["Project name", task.projectName],
    ["Base language", languages.find(({ base }) => base)?.name ?? null],
    ["Target language", task.languageName],
    ["Created at", dayOf(task.createdAt)],
    ["Created by", task.authorName],
    ["Due date", task.dueAt === null ? null : dayOf(task.dueAt)],
    [],
    [null, "Keys", "Words", "Characters"],
    ["Total to translate", progress.totalItems, progress.words, progress.characters],
    ...work.map(({ name, doneItems, words, characters }) => [name, doneItems, words, characters])
  ])
  return HttpServerResponse.uint8Array(content, {
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    headers: { "content-disposition": 'form-data; name="attachment"; filename="report.xlsx"' }
  })
})

/** The largest time that `Date` can print. */
const lastMillis = 8_640_000_000_000_000

/** Day in UTC; null: no calendar has it. */
const dayOf = (millis: number): string | null =>
  Math.abs(millis) > lastMillis ? null : new Date(millis).toISOString().slice(0, 10)
