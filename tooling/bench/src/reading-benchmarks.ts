import { strict as assert } from "node:assert"
import type { ContentDatabase } from "./content-database.ts"
import { keyNameOf } from "./content-seed.ts"
import { type ListCase, listCases } from "./list-cases.ts"
import { type RunningServer, startBare, startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, medianWithRange, percentile, round } from "./statistics.ts"
import { timedGet } from "./timed-request.ts"

const pageSize = 60
const rounds = 3
const furtherRequestsPerRound = 8
const mapRounds = 3

/** The times of one kind of list, in milliseconds. */
interface ListTimes {
  readonly name: string
  readonly isSearch: boolean
  readonly bare: ReadonlyArray<number>
  /** The first request after a change in the project: nothing that was kept can be used. */
  readonly first: ReadonlyArray<number>
  /** The same request again. */
  readonly further: ReadonlyArray<number>
}

/** Two servers on the same database, and whose content is read. */
interface ReadingWorld {
  readonly dragoman: RunningServer
  readonly bare: RunningServer
  readonly database: ContentDatabase
  readonly place: number
}

const projectOf = ({ database: { seed }, place }: ReadingWorld) => {
  const project = seed.projects[place]
  const apiKey = seed.apiKeys[place]
  if (project === undefined || apiKey === undefined) throw new Error("there is no such project")
  return { project, headers: { "x-api-key": apiKey } }
}

/** Changes one text: whatever the server keeps of lists is of no use any more. */
const change = async (world: ReadingWorld, number: number): Promise<number> => {
  const { project, headers } = projectOf(world)
  const startedAt = performance.now()
  const answer = await fetch(`${world.dragoman.baseUrl}/v2/projects/${project.projectId}/translations`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ key: keyNameOf(2), translations: { en: `Changed ${number}` } })
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`the text was not changed: ${answer.status}`)
  return performance.now() - startedAt
}

let changes = 0

const addressesOf = (world: ReadingWorld, { query, where, orderBy = "k.id" }: ListCase) => {
  const { project } = projectOf(world)
  const languages = project.languageTags.join(",")
  const bareQuery = new URLSearchParams({ project: String(project.projectId), where, order: orderBy })
  return {
    product: encodeURI(
      `${world.dragoman.baseUrl}/v2/projects/${project.projectId}/translations?size=${pageSize}&languages=${languages}&${query}`
    ),
    bare: `${world.bare.baseUrl}/list?${bareQuery}`
  }
}

const assertSame = (product: Buffer, bare: Buffer, name: string): void => {
  const { nextCursor, ...left } = JSON.parse(product.toString())
  assert.deepEqual(left, JSON.parse(bare.toString()), name)
}

const timeList = async (world: ReadingWorld, listCase: ListCase): Promise<ListTimes> => {
  const { headers } = projectOf(world)
  const { product, bare } = addressesOf(world, listCase)
  assertSame((await timedGet(product, headers)).body, (await timedGet(bare, headers)).body, listCase.name)
  const times = { bare: [] as number[], first: [] as number[], further: [] as number[] }
  for (let index = 0; index < rounds; index++) {
    times.bare.push((await timedGet(bare, headers)).millis)
    await change(world, ++changes)
    times.first.push((await timedGet(product, headers)).millis)
    for (let again = 0; again < furtherRequestsPerRound; again++) {
      times.further.push((await timedGet(product, headers)).millis)
    }
  }
  return { name: listCase.name, isSearch: listCase.isSearch ?? false, ...times }
}

/** The last page, reached by the cursor of the page before, against a comparison with the last key in SQL. */
const timeLastPage = async (world: ReadingWorld, listCase: ListCase): Promise<ListTimes> => {
  const { headers } = projectOf(world)
  const { product, bare } = addressesOf(world, listCase)
  const page = async (query: string) =>
    JSON.parse((await timedGet(product + query, headers)).body.toString()) as {
      readonly _embedded: { readonly keys: ReadonlyArray<{ readonly keyId: number; readonly keyName: string }> }
      readonly page: { readonly totalPages: number }
      readonly nextCursor: string
    }
  const { totalPages } = (await page("")).page
  const { nextCursor, _embedded } = await page(`&page=${totalPages - 2}`)
  const { keyId = 0, keyName = "" } = _embedded.keys.at(-1) ?? {}
  const after = listCase.orderBy === undefined ? `k.id > ${keyId}` : `(k.name, k.id) > ('${keyName}', ${keyId})`
  const last = {
    product: `${product}&cursor=${nextCursor}`,
    bare: `${bare}&${new URLSearchParams({ after })}`
  }
  assertSame(
    (await timedGet(last.product, headers)).body,
    (await timedGet(last.bare, headers)).body,
    `last page, ${listCase.name}`
  )
  const times = { bare: [] as number[], first: [] as number[], further: [] as number[] }
  for (let index = 0; index < rounds; index++) {
    times.bare.push((await timedGet(last.bare, headers)).millis)
    await change(world, ++changes)
    times.first.push((await timedGet(last.product, headers)).millis)
    for (let again = 0; again < furtherRequestsPerRound; again++) {
      times.further.push((await timedGet(last.product, headers)).millis)
    }
  }
  return { name: `last page, ${listCase.name}`, isSearch: false, ...times }
}

const ratioOf = (times: ListTimes, which: "first" | "further"): number => median(times[which]) / median(times.bare)

const worst = (all: ReadonlyArray<ListTimes>, which: "first" | "further"): ListTimes | undefined =>
  all.toSorted((left, right) => ratioOf(right, which) - ratioOf(left, which))[0]

const describe = (times: ListTimes | undefined, which: "first" | "further"): string =>
  times === undefined
    ? ""
    : `${times.name}: ${round(median(times[which]), 1)} ms, bare ${round(median(times.bare), 1)} ms`

const timeMap = async (world: ReadingWorld, tags: ReadonlyArray<string>) => {
  const { project, headers } = projectOf(world)
  const product = `${world.dragoman.baseUrl}/v2/projects/${project.projectId}/translations/${tags.join(",")}`
  const bare = `${world.bare.baseUrl}/map?project=${project.projectId}&tags=${tags.join(",")}`
  const left = await timedGet(product, headers)
  const right = await timedGet(bare, headers)
  assert.deepEqual(JSON.parse(left.body.toString()), JSON.parse(right.body.toString()), "SDK map")
  const ratios: Array<number> = []
  const millis: Array<number> = []
  for (let index = 0; index < mapRounds; index++) {
    const floor = await timedGet(bare, headers)
    const measured = await timedGet(product, headers)
    ratios.push(measured.millis / floor.millis)
    millis.push(measured.millis)
  }
  return { ratios, millis: median(millis), bytes: left.body.byteLength }
}

const megabytes = (bytes: number): string => `${round(bytes / 1024 / 1024, 1)} MB`

/** Translation list and SDK map of 100,000 keys in 10 languages against the same answers out of plain SQL. */
const largeProject = async (world: ReadingWorld): Promise<ReadonlyArray<Result>> => {
  const { project } = projectOf(world)
  const cases = listCases(project)
  const all: Array<ListTimes> = []
  for (const listCase of cases) all.push(await timeList(world, listCase))
  for (const name of ["no filter", "by name", "untranslated"]) {
    const listCase = cases.find((one) => one.name === name)
    if (listCase !== undefined) all.push(await timeLastPage(world, listCase))
  }
  const searches = all.filter(({ isSearch }) => isSearch)
  const slowestSearch = Math.max(...searches.flatMap(({ first }) => first))
  const further = all.flatMap((times) => times.further)
  const others = all.filter(({ isSearch }) => !isSearch)
  const slowestFirst = others.toSorted((left, right) => median(right.first) - median(left.first))[0]
  const firstRatios = all.map((times) => ratioOf(times, "first"))
  const furtherRatios = all.map((times) => ratioOf(times, "further"))
  const oneLanguage = await timeMap(world, project.languageTags.slice(0, 1))
  const allLanguages = await timeMap(world, project.languageTags)
  return [
    {
      name: `translation list, 100,000 keys × 10 languages, page of 60, ${all.length} filters, orders and last pages: first request after a change`,
      measured: `${medianWithRange(firstRatios)} × bare`,
      target: "each ≤ 3 ×",
      reached: Math.max(...firstRatios) <= 3,
      detail: describe(worst(all, "first"), "first"),
      dominatedBy: "what every request costs, before and behind its SQL"
    },
    {
      name: "the same, further requests",
      measured: `${medianWithRange(furtherRatios)} × bare`,
      target: "each ≤ 3 ×",
      reached: Math.max(...furtherRatios) <= 3,
      detail: describe(worst(all, "further"), "further"),
      dominatedBy: "what every request costs, before and behind its SQL"
    },
    {
      name: "translation list: p99 of further requests",
      measured: `${round(percentile(further, 0.99), 1)} ms`,
      target: "< 50 ms",
      reached: percentile(further, 0.99) < 50,
      detail: `median ${round(median(further), 1)} ms, ${further.length} requests`
    },
    {
      name: "translation list without search: slowest median of first requests after a change",
      measured: `${round(median(slowestFirst?.first ?? []), 1)} ms`,
      target: "< 50 ms",
      reached: median(slowestFirst?.first ?? []) < 50,
      detail: describe(slowestFirst, "first"),
      dominatedBy: "looking at every text of the language; plain SQL does the same"
    },
    {
      name: "search in texts, after a change: slowest",
      measured: `${round(slowestSearch, 0)} ms`,
      target: "< 200 ms",
      reached: slowestSearch < 200,
      detail: searches.map((times) => describe(times, "first")).join("; "),
      dominatedBy: "LIKE over a million texts"
    },
    {
      name: "SDK map of one language",
      measured: `${medianWithRange(oneLanguage.ratios)} × bare`,
      target: "≤ 3 ×",
      reached: median(oneLanguage.ratios) <= 3,
      detail: `${megabytes(oneLanguage.bytes)} in ${round(oneLanguage.millis, 0)} ms`
    },
    {
      name: "SDK map of ten languages",
      measured: `${medianWithRange(allLanguages.ratios)} × bare`,
      target: "≤ 3 ×",
      reached: median(allLanguages.ratios) <= 3,
      detail: `${megabytes(allLanguages.bytes)} in ${round(allLanguages.millis, 0)} ms`
    }
  ]
}

/** The original's own figures for its largest project, in milliseconds. */
const originalMillis = { "no filter": 45, untranslated: 170, search: 193 } as const

const originalSize = async (world: ReadingWorld): Promise<ReadonlyArray<Result>> => {
  const results: Array<Result> = []
  const cases = listCases(projectOf(world).project)
  for (const [name, millisMax] of Object.entries(originalMillis)) {
    const listCase = cases.find((one) => one.name === name)
    if (listCase === undefined) continue
    const times = await timeList(world, listCase)
    results.push({
      name: `translation list, 39,319 keys × 14 languages, ${name}, after a change`,
      measured: `${round(median(times.first), 0)} ms`,
      target: `< ${millisMax} ms, the original's figure`,
      reached: median(times.first) < millisMax,
      detail: `${round(ratioOf(times, "first"))} × bare; further requests ${round(median(times.further), 1)} ms`
    })
  }
  return results
}

/** Single reads and writes must not notice how large the project is. */
const growth = async (small: ReadingWorld, large: ReadingWorld): Promise<ReadonlyArray<Result>> => {
  const plain: ListCase = { name: "no filter", query: "", where: "1" }
  const readRatios: Array<number> = []
  const writeRatios: Array<number> = []
  for (let index = 0; index < rounds * 3; index++) {
    const [left, right] = [small, large].map((world) => addressesOf(world, plain).product)
    const [before, after] = [small, large].map((world) => projectOf(world).headers)
    const read = async (url = "", headers: Record<string, string> = {}) => (await timedGet(url, headers)).millis
    await read(left, before)
    const smallRead = await read(left, before)
    await read(right, after)
    readRatios.push((await read(right, after)) / smallRead)
    const smallWrite = await change(small, ++changes)
    writeRatios.push((await change(large, ++changes)) / smallWrite)
  }
  return [
    {
      name: "100,000 keys against 10,000: a page of the list",
      measured: `${medianWithRange(readRatios)} ×`,
      target: "≤ 1.5 ×",
      reached: median(readRatios) <= 1.5,
      detail: "one project of each size in one database"
    },
    {
      name: "100,000 keys against 10,000: one text written",
      measured: `${medianWithRange(writeRatios)} ×`,
      target: "≤ 1.5 ×",
      reached: median(writeRatios) <= 1.5,
      detail: "with activity"
    }
  ]
}

const inServers = async <A>(
  database: ContentDatabase,
  run: (world: (place: number) => ReadingWorld) => Promise<A>
): Promise<A> => {
  const bare = await startBare(database.databaseFile, "bare-content")
  const dragoman = await startDragoman(database.dataDir)
  try {
    return await run((place) => ({ dragoman, bare, database, place }))
  } finally {
    await Promise.all([bare.stop(), dragoman.stop()])
  }
}

/** `large`: 100,000 keys × 10 languages, then 10,000 × 10. `original`: 39,319 × 14. */
export const readingBenchmarks = async (
  large: ContentDatabase,
  original: ContentDatabase
): Promise<ReadonlyArray<Result>> => [
  ...(await inServers(large, async (world) => [
    ...(await largeProject(world(0))),
    ...(await growth(world(1), world(0)))
  ])),
  ...(await inServers(original, (world) => originalSize(world(0))))
]
