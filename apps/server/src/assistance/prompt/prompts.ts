import type { PromptBody } from "@dragoman/api"
import { validatePrompt } from "@dragoman/domain/machine-translation"
import type { ListQuery } from "@dragoman/domain/page"
import { PromptRepository, type PromptRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { EntityChange } from "../../change/activity/record-activity.ts"
import { changeProject } from "../../change/change-project.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { paged } from "../../platform/paged.ts"
import type { ProjectAccess } from "../../service/access/access.ts"

/** Reads a page of the prompts of the project. */
export const listPrompts = Effect.fn("listPrompts")(function* (
  { projectId }: ProjectAccess<"keys.view">,
  query: ListQuery<"prompts"> & { readonly search?: string | undefined }
) {
  const repository = yield* PromptRepository
  return yield* paged("prompts", query, (slice) => repository.list({ projectId, search: query.search ?? "", ...slice }))
})

/** Reads a prompt of the project; also in a transaction that changes it. */
export const getPrompt = Effect.fn("getPrompt")(function* (projectId: number, promptId: number) {
  const found = yield* PromptRepository.use((repository) => repository.find(projectId, promptId))
  return Option.isSome(found) ? found.value : yield* failWith("prompt_not_found")
})

/** Creates a prompt. */
export const createPrompt = Effect.fn("createPrompt")(function* (
  access: ProjectAccess<"project.edit">,
  body: PromptBody
) {
  const content = yield* orFail(validatePrompt(body))
  const repository = yield* PromptRepository
  const { projectId } = access
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const created: PromptRow = { id: yield* repository.insert(projectId, content), ...content }
      yield* record("AI_PROMPT_CREATE", [promptEntity(null, created)])
      return created
    })
  )
})

/** Replaces a prompt. */
export const updatePrompt = Effect.fn("updatePrompt")(function* (
  access: ProjectAccess<"project.edit">,
  promptId: number,
  body: PromptBody
) {
  const content = yield* orFail(validatePrompt(body))
  const repository = yield* PromptRepository
  const { projectId } = access
  return yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const before = yield* getPrompt(projectId, promptId)
      const after: PromptRow = { id: promptId, ...content }
      yield* repository.update(after)
      yield* record("AI_PROMPT_UPDATE", [promptEntity(before, after)])
      return after
    })
  )
})

/** Deletes a prompt; settings that chose it use the default one. */
export const deletePrompt = Effect.fn("deletePrompt")(function* (
  access: ProjectAccess<"project.edit">,
  promptId: number
) {
  const repository = yield* PromptRepository
  const { projectId } = access
  yield* changeProject(
    access,
    Effect.fnUntraced(function* (_, record) {
      const prompt = yield* getPrompt(projectId, promptId)
      yield* repository.remove(projectId, promptId)
      yield* record("AI_PROMPT_DELETE", [promptEntity(prompt, null)])
    })
  )
})

const promptEntity = (before: PromptRow | null, after: PromptRow | null): EntityChange => ({
  entityClass: "Prompt",
  entityId: (after ?? before)?.id ?? 0,
  before: before && toLogged(before),
  after: after && toLogged(after)
})

const toLogged = ({ name, providerName, template, options }: PromptRow) => ({
  name,
  providerName,
  template,
  basicPromptOptions: options
})
