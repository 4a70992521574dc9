import { promptOptions, validatePrompt } from "@dragoman/domain/machine-translation"
import { MovedRowRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, runStep, type StepReport } from "./move.ts"
import { readAllowed } from "./read-pages.ts"
import { PromptModel, type SourcePrompt } from "./source-models.ts"
import type { TakenProject } from "./take-projects.ts"

/** Takes the prompts of a project. */
export const takePrompts = (move: Move, project: TakenProject) =>
  runStep(
    move,
    `project ${project.sourceId} prompts`,
    Effect.fnUntraced(function* (step) {
      // Servers without the feature reject the list.
      const prompts = yield* readAllowed(move.server, `/v2/projects/${project.sourceId}/prompts`, PromptModel)
      yield* step.commit(null, (report) => writePrompts(move, project, prompts ?? [], report))
    })
  )

/** Returns the ids here of prompts at the source; those that are not here are absent. */
export const findPrompts = Effect.fnUntraced(function* ({ sourceId }: Move, ids: ReadonlyArray<number>) {
  const moves = yield* TolgeeMoveRepository
  const rows = yield* MovedRowRepository
  const taken = yield* moves.listTaken(sourceId, "prompt", ids)
  const alive = yield* rows.existing(
    "prompt",
    [...taken.values()].map(({ ourId }) => ourId)
  )
  return new Map([...taken.values()].flatMap(({ takenId, ourId }) => (alive.has(ourId) ? [[takenId, ourId]] : [])))
})

const writePrompts = Effect.fnUntraced(function* (
  move: Move,
  project: TakenProject,
  read: ReadonlyArray<SourcePrompt>,
  report: StepReport
) {
  const moves = yield* TolgeeMoveRepository
  const rows = yield* MovedRowRepository
  const prompts = read.flatMap((prompt) => {
    const content = contentOf(prompt)
    return content === null ? [] : [{ id: prompt.id, content, digest: digestOf(content) }]
  })
  const ids = prompts.map(({ id }) => id)
  const taken = yield* moves.listTaken(move.sourceId, "prompt", ids)
  const here = yield* findPrompts(move, ids)
  for (const { id, content } of prompts) {
    if (taken.has(id) && !here.has(id)) report.find("promptDeletedHere", `${project.name}: ${content.name}`)
  }
  const fresh = prompts.filter(({ id }) => !taken.has(id))
  const changed = prompts.filter(({ id, digest }) => here.has(id) && taken.get(id)?.digest !== digest)
  const chosen = yield* rows.chooseIds(
    "prompt",
    fresh.map(({ id }) => id)
  )
  const idOf = new Map([...here, ...fresh.map(({ id }, index) => [id, chosen[index] ?? 0] as const)])
  const toRow = ({ id, content }: (typeof prompts)[number]) => ({ id: idOf.get(id) ?? 0, ...content })
  yield* rows.insert(
    "prompt",
    fresh.map((prompt) => ({ projectId: project.id, ...toRow(prompt) }))
  )
  yield* rows.update("prompt", changed.map(toRow))
  yield* moves.take(
    move.sourceId,
    "prompt",
    [...fresh, ...changed].map(({ id, digest }) => ({ takenId: id, ourId: idOf.get(id) ?? 0, digest }))
  )
  report.count("prompt", "added", fresh.length)
  report.count("prompt", "changed", changed.length)
  report.count("prompt", "unchanged", here.size - changed.length)
})

/** null: no prompt of this program can have the values. */
const contentOf = ({ name, providerName, template, basicPromptOptions }: SourcePrompt) => {
  const options = basicPromptOptions ?? null
  const validated = validatePrompt({
    name,
    providerName: providerName ?? null,
    template: template ?? null,
    basicPromptOptions: options === null ? null : promptOptions.filter((option) => options.includes(option))
  })
  return validated.ok ? validated.value : null
}
