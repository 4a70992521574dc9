import type { FindingKind } from "@dragoman/domain/tolgee"
import { Effect } from "effect"
import { type Move, runStep } from "./move.ts"
import { CountModel } from "./source-models.ts"
import { SourceRefused } from "./source-server.ts"
import type { TakenProject } from "./take-projects.ts"

/** Data of a project that has no place here, with the list that counts it. */
const listsOfProject: ReadonlyArray<readonly [FindingKind, string]> = [
  ["trash", "/keys/trash"],
  ["contentDelivery", "/content-delivery-configs"]
]

/** Reports the data of a project that is not moved. */
export const noteUnsupported = (move: Move, project: TakenProject) =>
  runStep(
    move,
    `project ${project.sourceId} other`,
    Effect.fnUntraced(function* (step) {
      const path = `/v2/projects/${project.sourceId}`
      const counts = yield* Effect.forEach(listsOfProject, ([, list]) => countOf(move, `${path}${list}`))
      const apiKeys = yield* countOf(move, `${path}/api-keys`)
      yield* step.commit(null, (report) =>
        Effect.sync(() => {
          for (const [index, [kind]] of listsOfProject.entries()) {
            const count = counts[index] ?? 0
            if (count > 0) report.find(kind, project.name, String(count))
          }
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
