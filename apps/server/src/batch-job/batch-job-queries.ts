import type { PlaygroundResultsBody } from "@dragoman/api"
import type { ListQuery } from "@dragoman/domain/page"
import { type BatchJobOwner, BatchJobRepository, LanguageRepository, MachineAnswerRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { requireView } from "../content/translation/require-languages.ts"
import { failWith } from "../platform/fail.ts"
import { paged } from "../platform/paged.ts"
import { type AnyOfAccess, type ProjectAccess, projectKeyIdOf, requireScopes } from "../service/access/access.ts"

/** Finds a job of the project: the caller's own, or any with the scope that those of others need. */
export const findBatchJob = Effect.fn("findBatchJob")(function* <S extends "batch-jobs.view" | "batch-jobs.cancel">(
  access: AnyOfAccess<S | null>,
  jobId: number,
  scopeForOthers: S
) {
  const jobs = yield* BatchJobRepository
  const found = yield* jobs.find(access.projectId, jobId)
  if (Option.isNone(found)) return yield* failWith("batch_job_not_found")
  if (access.proven === null && !isOwn(found.value, ownerOf(access))) {
    return yield* failWith("operation_not_permitted", [scopeForOthers])
  }
  return found.value
})

/** Returns the caller as the owner of jobs. */
export const ownerOf = ({ caller }: ProjectAccess): BatchJobOwner => ({
  authorId: caller.userId,
  apiKeyId: projectKeyIdOf(caller)
})

const isOwn = (job: BatchJobOwner, { authorId, apiKeyId }: BatchJobOwner): boolean =>
  job.authorId === authorId && (apiKeyId === 0 || job.apiKeyId === apiKeyId)

/** Reads a page of the jobs of all users, by id. */
export const listBatchJobs = (access: ProjectAccess<"batch-jobs.view">, query: ListQuery<"batchJobs">) =>
  list(access, query, null)

/** Reads a page of the caller's jobs; with a project API key those of this key. */
export const listOwnBatchJobs = (access: ProjectAccess, query: ListQuery<"batchJobs">) =>
  list(access, query, ownerOf(access))

const list = Effect.fn("listBatchJobs")(function* (
  { projectId }: ProjectAccess,
  query: ListQuery<"batchJobs">,
  owner: BatchJobOwner | null
) {
  const jobs = yield* BatchJobRepository
  return yield* paged("batchJobs", query, (slice) => jobs.list({ projectId, owner, ...slice }))
})

/** Reads a page of the texts that a job could not translate. */
export const listFailedTexts = Effect.fn("listFailedTexts")(function* (
  access: AnyOfAccess<"batch-jobs.view" | null>,
  jobId: number,
  query: ListQuery<"failedTexts">
) {
  const answers = yield* MachineAnswerRepository
  const { id } = yield* findBatchJob(access, jobId, "batch-jobs.view")
  return yield* paged("failedTexts", query, ({ limit, offset }) => answers.listFailed({ jobId: id, limit, offset }))
})

/** Time for which an ended job still belongs to the current ones. */
const shownMillis = 60 * 60 * 1000

/**
 * Reads the jobs that run or wait, and those that ended lately. Without `batch-jobs.view` only the caller's own; a
 * project API key needs the scope.
 */
export const listCurrentBatchJobs = Effect.fn("listCurrentBatchJobs")(function* (
  access: AnyOfAccess<"batch-jobs.view" | null>
) {
  const { caller, projectId } = access
  if (caller.credential.kind === "PAK") yield* requireScopes(access, ["batch-jobs.view"])
  const jobs = yield* BatchJobRepository
  const finishedSince = (yield* Clock.currentTimeMillis) - shownMillis
  const owner = access.proven === null ? ownerOf(access) : null
  return yield* jobs.listCurrent({ projectId, owner, finishedSince })
})

/** Lists the translations of the caller's latest playground job, for keys and languages. */
export const listPlaygroundResults = Effect.fn("listPlaygroundResults")(function* (
  access: ProjectAccess<"project.edit">,
  { keys, languages }: PlaygroundResultsBody
) {
  const { projectId, caller } = access
  const project = { languages: yield* LanguageRepository.use((repository) => repository.listOfProject(projectId)) }
  const languageIds = project.languages.flatMap(({ id }) => (languages?.includes(id) === true ? [id] : []))
  yield* requireView(access, project, languageIds)
  const rows = yield* MachineAnswerRepository.use((answers) =>
    answers.listPlayground({ projectId, authorId: caller.userId, keyIds: keys ?? [], languageIds })
  )
  // A later job comes after the others.
  const latest = new Map(rows.map((row) => [`${row.keyId} ${row.languageId}`, row]))
  return [...latest.values()].map(({ keyId, languageId, text, detail }) => ({
    keyId,
    languageId,
    translation: text ?? "",
    contextDescription: detail
  }))
})
