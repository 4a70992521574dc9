import { readFile, stat } from "node:fs/promises"
import { descriptionLinesMax, planDescriptions, readDescriptionLines } from "@dragoman/domain/key"
import { KeyRepository, type KeyRow, TagRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { changeContent } from "../../change/change-project.ts"
import { receiveUpload } from "../../platform/body/receive-body.ts"
import { failWith } from "../../platform/fail.ts"
import type { ProjectAccess } from "../../service/access/access.ts"
import { describedKeys, keyMetaEntity } from "../key/key-shapes.ts"

/** Bytes of a file: its lines are read at once, and hold more than descriptions. */
const fileBytesMax = 8 * 1024 * 1024

interface ImportOptions {
  readonly override?: boolean | undefined
  readonly dryRun?: boolean | undefined
}

/**
 * Writes the descriptions of the lines in one transaction, as one change of the activity. Lines that cannot be used are left out, and
 * have their reason in the results.
 */
export const importDescriptions = Effect.fn("importDescriptions")(function* (
  access: ProjectAccess<"keys.edit">,
  request: HttpServerRequest.HttpServerRequest,
  options: ImportOptions
) {
  const lines = yield* receiveLines(request)
  const descriptionById = new Map(lines.flatMap((line) => ("problem" in line ? [] : [[line.keyId, line.description]])))
  const keyIds = [...descriptionById.keys()]
  const keys = yield* KeyRepository
  const tags = yield* TagRepository
  return yield* changeContent(
    access,
    { keyIds },
    Effect.fnUntraced(function* (project, record) {
      const found = (yield* keys.find(project.projectId, keyIds)).filter(
        ({ branchId }) => branchId === project.branchId
      )
      const keyById = new Map(found.map((key) => [key.id, key]))
      const results = planDescriptions(lines, keyById, options.override ?? false)
      const changed = results.flatMap(({ outcome, keyId }) => {
        const before = outcome === "UPDATED" && keyId !== null ? keyById.get(keyId) : undefined
        if (before === undefined) return []
        const after: KeyRow = { ...before, description: descriptionById.get(before.id) ?? null }
        return [{ before, after }]
      })
      if (options.dryRun === true || changed.length === 0) return { results }
      yield* keys.update(
        project.projectId,
        changed.map(({ after }) => after)
      )
      const tagsById = Map.groupBy(yield* tags.listOfKeys(changed.map(({ after }) => after.id)), ({ keyId }) => keyId)
      const metaOf = (key: KeyRow) => ({ ...key, tags: (tagsById.get(key.id) ?? []).map(({ name }) => name) })
      yield* record(
        "COMPLEX_EDIT",
        changed.map(({ before, after }) => keyMetaEntity(after.id, metaOf(before), metaOf(after))),
        { described: describedKeys(changed.map(({ after }) => after)) }
      )
      return { results }
    })
  )
})

const receiveLines = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const [{ name, path }] = (yield* receiveUpload(request, { file: "file", json: "json" })).files
  const fail = (sentence: string) => failWith("file_processing_failed", [name, sentence])
  const { size } = yield* Effect.promise(() => stat(path))
  if (size > fileBytesMax) return yield* fail(`The file is larger than ${fileBytesMax / 1024 / 1024} MB`)
  const bytes = yield* Effect.promise(() => readFile(path))
  const text = yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => null
  }).pipe(Effect.catch(() => fail("The file is not in UTF-8")))
  const lines = readDescriptionLines(text)
  return lines.length > descriptionLinesMax ? yield* fail(`The file has more than ${descriptionLinesMax} lines`) : lines
}, Effect.scoped)
