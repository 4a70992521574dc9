import { Effect } from "effect"
import { type Move, runStep } from "./move.ts"
import { CountModel } from "./source-models.ts"
import { SourceRefused } from "./source-server.ts"
import type { TakenProject } from "./take-projects.ts"

/** Reports the data of a project that is not moved. */
export const noteUnsupported = (move: Move, project: TakenProject) =>
  runStep(
    move,
    `project ${project.sourceId} other`,
    Effect.fnUntraced(function* (step) {
      const path = `/v2/projects/${project.sourceId}`
      const trash = yield* countOf(move, `${path}/keys/trash`)
      const apiKeys = yield* countOf(move, `${path}/api-keys`)
      yield* step.commit(null, (report) =>
        Effect.sync(() => {
          if (trash > 0) report.find("trash", project.name, String(trash))
          if (apiKeys > 0 && !move.withDatabase) report.find("projectApiKeys", project.name, String(apiKeys))
          if (!move.withDatabase) report.find("codeReferences", project.name)
        })
      )
    })
  )

/** Counts the items of a list; 0 also where the server does not have the list. */
export const countOf = (move: Pick<Move, "server">, path: string) =>
  move.server.get(`${path}?size=1`, CountModel).pipe(
    Effect.map(({ page, _embedded: embedded }) => page?.totalElements ?? Object.values(embedded ?? {}).flat().length),
    Effect.catchIf(
      (error) => error instanceof SourceRefused,
      () => Effect.succeed(0)
    )
  )
