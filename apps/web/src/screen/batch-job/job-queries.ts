import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { BatchJobModel, Response } from "../../base/api/contract.ts"
import { loadSentences } from "../../base/api/error-sentences.ts"
import type { JobProgress } from "../../feature/project-event/project-event.ts"

/** Poll interval of a running job: events come sooner, when there is a stream of them. */
const pollMillis = 1_000

/** Poll interval of a list without a running job: others may start one. */
const idlePollMillis = 10_000

const jobsPerPage = 50

export const isOver = ({ status }: Pick<BatchJobModel, "status">): boolean =>
  status !== "PENDING" && status !== "RUNNING"

const jobsKey = (projectId: number) => ["project", projectId, "batch-jobs"] as const

export const jobQuery = (projectId: number, jobId: number) =>
  queryOptions({
    queryKey: [...jobsKey(projectId), jobId],
    // Polling must not ask for a login: the next action does.
    queryFn: ({ signal }) =>
      call("batchJob", "get", { params: { projectId, jobId } }, { signal, withoutDialogs: true }),
    refetchInterval: ({ state }) => (state.data !== undefined && isOver(state.data) ? false : pollMillis)
  })

type JobPage = Response<"batchJob", "list">

/** The jobs of a project, the newest first; `ofAll`: not only the own ones. */
export const jobListQuery = (projectId: number, ofAll: boolean) =>
  infiniteQueryOptions({
    queryKey: [...jobsKey(projectId), "list", ofAll],
    queryFn: ({ signal, pageParam }): Promise<JobPage> =>
      call(
        "batchJob",
        ofAll ? "list" : "listOwn",
        {
          params: { projectId },
          query: { sort: [{ property: "id", direction: "desc" }], size: jobsPerPage, page: pageParam }
        },
        { signal }
      ),
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => jobsOf(page).some((job) => !isOver(job))) ? pollMillis : idlePollMillis
  })

/** An empty page has no list. */
export const jobsOf = (page: {
  readonly _embedded?: { readonly batchJobs?: ReadonlyArray<BatchJobModel> }
}): ReadonlyArray<BatchJobModel> => page._embedded?.batchJobs ?? []

export type FailedText = NonNullable<Response<"batchJob", "listFailedTexts">["_embedded"]>["failedTexts"][number]

/** The texts that a machine could not translate in a job, by key and language. */
export const failedTextsQuery = (projectId: number, jobId: number) =>
  infiniteQueryOptions({
    queryKey: [...jobsKey(projectId), jobId, "failed-texts"],
    queryFn: async ({ signal, pageParam }) => {
      const query = { size: jobsPerPage, page: pageParam }
      const [texts] = await Promise.all([
        call("batchJob", "listFailedTexts", { params: { projectId, jobId }, query }, { signal }),
        loadSentences()
      ])
      return texts
    },
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined)
  })

/** Shows the progress that an event tells; the numbers of a job that is over are read. */
export const showJobProgress = (client: QueryClient, projectId: number, progress: JobProgress): void => {
  const { jobId, status, processed } = progress
  if (processed === null) return void client.invalidateQueries({ queryKey: jobsKey(projectId) })
  const change = (job: BatchJobModel): BatchJobModel =>
    job.id === jobId && !isOver(job) ? { ...job, status, progress: processed } : job
  client.setQueryData(jobQuery(projectId, jobId).queryKey, (job: BatchJobModel | undefined) => job && change(job))
  client.setQueriesData<InfiniteData<JobPage>>({ queryKey: [...jobsKey(projectId), "list"] }, (list) =>
    list === undefined
      ? list
      : { ...list, pages: list.pages.map((page) => ({ ...page, _embedded: { batchJobs: jobsOf(page).map(change) } })) }
  )
}

/** Cancels a job: what it has changed stays. */
export const cancelJob = async (client: QueryClient, projectId: number, jobId: number): Promise<void> => {
  await call("batchJob", "cancel", { params: { projectId, jobId } })
  await client.invalidateQueries({ queryKey: jobsKey(projectId) })
}
