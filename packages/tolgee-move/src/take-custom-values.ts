import { MovedRowRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, runStep } from "./move.ts"
import { checkPage, itemsOf } from "./read-pages.ts"
import { KeyModel, pageOf } from "./source-models.ts"
import { listOf, type TakenBranch } from "./take-branches.ts"
import type { TakenProject } from "./take-projects.ts"

const pageSize = 1_000

const KeyPage = pageOf(KeyModel)

/** Takes custom values of files, which only another list has. */
export const takeCustomValues = (move: Move, project: TakenProject, branch: TakenBranch) =>
  runStep(
    move,
    `${branch.steps} values`,
    Effect.fnUntraced(function* (step) {
      const moves = yield* TolgeeMoveRepository
      const rows = yield* MovedRowRepository
      const path = listOf(project, branch, "keys")
      for (let page = Number(step.cursor ?? 0); ; page++) {
        yield* checkPage(move.server, path, page)
        const read = yield* move.server.get(`${path}size=${pageSize}&page=${page}&sort=id,asc`, KeyPage)
        const listed = itemsOf(read)
        const ids = listed.map(({ id }) => id)
        const known = yield* moves.listTaken(move.sourceId, "customValues", ids)
        const differing = listed.filter(({ id, custom, maxCharLimit }) => {
          const isEmpty = custom == null || Object.keys(custom).length === 0
          const before = known.get(id)?.digest
          return before === undefined ? !isEmpty || maxCharLimit != null : before !== digestOf([custom, maxCharLimit])
        })
        yield* step.commit(
          String(page + 1),
          Effect.fnUntraced(function* (report) {
            const keys = yield* moves.listTaken(
              move.sourceId,
              "key",
              differing.map(({ id }) => id)
            )
            const written = differing.flatMap((key) => {
              const ourId = keys.get(key.id)?.ourId
              return ourId === undefined ? [] : [{ key, ourId }]
            })
            yield* rows.update(
              "key",
              written.map(({ key, ourId }) => ({
                id: ourId,
                customValues: key.custom ?? null,
                maxCharLimit: key.maxCharLimit ?? null
              }))
            )
            yield* moves.take(
              move.sourceId,
              "customValues",
              written.map(({ key, ourId }) => ({
                takenId: key.id,
                ourId,
                digest: digestOf([key.custom, key.maxCharLimit])
              }))
            )
            const added = written.filter(({ key }) => !known.has(key.id)).length
            report.count("customValues", "added", added)
            report.count("customValues", "changed", written.length - added)
            report.count("customValues", "unchanged", [...known.keys()].length - (written.length - added))
          })
        )
        if (listed.length === 0 || page + 1 >= (read.page?.totalPages ?? 0)) return
      }
    })
  )
