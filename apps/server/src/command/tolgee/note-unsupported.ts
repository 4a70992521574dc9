import type { FindingKind } from "@dragoman/domain/tolgee"
import { Effect } from "effect"
import { type Move, runStep } from "./move.ts"
import { CountModel } from "./source-models.ts"
import { SourceRefused } from "./source-server.ts"
import { readOrganizations } from "./take-organizations.ts"
import type { TakenProject } from "./take-projects.ts"

/** What a project can have that has no place here, and the list that says how many. */
const listsOfProject: ReadonlyArray<readonly [FindingKind, string]> = [
  ["trash", "/keys/trash"],
  ["tasks", "/tasks"],
  ["contentDelivery", "/content-delivery-configs"],
  ["labels", "/labels"],
  ["prompts", "/prompts"]
]

const listsOfOrganization: ReadonlyArray<readonly [FindingKind, string]> = [
  ["glossaries", "/glossaries"],
  ["translationMemories", "/translation-memories"]
]

/** Reports what a project has that is not taken. */
export const noteUnsupported = (move: Move, project: TakenProject) =>
  runStep(
    move,
    `project ${project.sourceId} other`,
    Effect.fnUntraced(function* (step) {
      const path = `/v2/projects/${project.sourceId}`
      const counts = yield* Effect.forEach(listsOfProject, ([, list]) => countOf(move, `${path}${list}`))
      const branches = yield* countOf(move, `${path}/branches`)
      const apiKeys = yield* countOf(move, `${path}/api-keys`)
      yield* step.commit(null, (tally) =>
        Effect.sync(() => {
          for (const [index, [kind]] of listsOfProject.entries()) {
            const count = counts[index] ?? 0
            if (count > 0) tally.find(kind, project.name, String(count))
          }
          // One of them is the default branch.
          if (branches > 1) tally.find("branches", project.name, String(branches - 1))
          if (apiKeys > 0 && !move.withDatabase) tally.find("projectApiKeys", project.name, String(apiKeys))
          if (!move.withDatabase) tally.find("codeReferences", project.name)
        })
      )
    })
  )

/** Reports what organizations have that is not taken. */
export const noteUnsupportedOfOrganizations = (move: Move) =>
  runStep(
    move,
    "other",
    Effect.fnUntraced(function* (step) {
      for (const { id, name } of yield* readOrganizations(move)) {
        const counts = yield* Effect.forEach(listsOfOrganization, ([, list]) =>
          countOf(move, `/v2/organizations/${id}${list}`)
        )
        yield* step.commit(null, (tally) =>
          Effect.sync(() => {
            for (const [index, [kind]] of listsOfOrganization.entries()) {
              const count = counts[index] ?? 0
              if (count > 0) tally.find(kind, name, String(count))
            }
          })
        )
      }
    })
  )

/** 0 also where the server does not have the list. */
export const countOf = (move: Pick<Move, "server">, path: string) =>
  move.server.get(`${path}?size=1`, CountModel).pipe(
    Effect.map(({ page, _embedded: embedded }) => page?.totalElements ?? Object.values(embedded ?? {}).flat().length),
    Effect.catchIf(
      (error) => error instanceof SourceRefused,
      () => Effect.succeed(0)
    )
  )
