import { createHash } from "node:crypto"
import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync } from "node:zlib"
import { freePort } from "@dragoman/store/testing/free-port"
import autocannon from "autocannon"
import BetterSqlite3 from "better-sqlite3"
import { type Load, load } from "./load.ts"
import { startDragoman, startProcess } from "./processes.ts"
import type { Result } from "./result.ts"
import type { Seed } from "./seed.ts"
import { median, medianWithRange, round } from "./statistics.ts"
import { accessToken } from "./tokens.ts"

const rounds = 5
const secondsPerRound = 3

/** Files that apps read beside the API: a load that many installations never have, and that leaves time for the API. */
const pacedPerSecond = 1_000

/** 25 kB of texts, as one language of a small app. */
const texts = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`screen.label-${index}`, `A text, the ${index}. one of this app`])
  )
)

/** Writes a published version into the database. */
const publish = (databaseFile: string, projectId: number, brotli: Buffer): void => {
  const database = new BetterSqlite3(databaseFile)
  const digest = createHash("sha256").update(texts).digest("hex")
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO content_delivery (project_id, name, slug, auto_publish, prune_before_publish, zip, parameters, live_version, created_at)
       VALUES (?, 'App', 'app', 0, 1, 0, '{}', 1, 0)`
    )
    .run(projectId)
  const files = [{ path: "en.json", mediaType: "application/json", size: texts.length, digest }]
  database
    .prepare("INSERT INTO published_version (content_delivery_id, version, files, created_at) VALUES (?, 1, ?, 0)")
    .run(lastInsertRowid, JSON.stringify(files))
  database
    .prepare("INSERT INTO published_file (content_delivery_id, digest, content, brotli) VALUES (?, ?, ?, ?)")
    .run(lastInsertRowid, digest, Buffer.from(texts), brotli)
  database.close()
}

/** Published files from memory, with the access log to a file, against a bare server; and the API beside them. */
export const contentDeliveryBenchmarks = async (
  folder: string,
  dataDir: string,
  { memberId, projectId }: Seed
): Promise<ReadonlyArray<Result>> => {
  mkdirSync(folder, { recursive: true })
  cpSync(dataDir, folder, { recursive: true })
  const brotli = brotliCompressSync(texts)
  publish(join(folder, "dragoman.sqlite"), projectId, brotli)
  const file = join(folder, "en.json.br")
  writeFileSync(file, brotli)
  const log = (command: ReadonlyArray<string>) => [
    "/bin/sh",
    "-c",
    `exec "$@" > "${join(folder, "log")}"`,
    "sh",
    ...command
  ]
  const server = await startDragoman(
    folder,
    { DRAGOMAN_ACCESS_LOG: "on", DRAGOMAN_LOG_LEVEL: "info", DRAGOMAN_LOG_FORMAT: "json" },
    log
  )
  const port = await freePort()
  const bare = await startProcess([fileURLToPath(new URL("./bare-file.ts", import.meta.url))], port, "/health", {
    BARE_PORT: String(port),
    BARE_FILE: file
  })
  try {
    const encoded = { "accept-encoding": "br" }
    const published = () => load(`${server.baseUrl}/content-delivery/app/en.json`, encoded, secondsPerRound)
    const paced = () =>
      autocannon({
        url: `${server.baseUrl}/content-delivery/app/en.json`,
        headers: encoded,
        connections: 16,
        duration: secondsPerRound,
        overallRate: pacedPerSecond
      })
    const floor = () => load(`${bare.baseUrl}/en.json`, encoded, secondsPerRound)
    const api = () =>
      load(
        `${server.baseUrl}/v2/organizations/acme/projects?page=0&size=20`,
        { authorization: `Bearer ${accessToken(memberId)}` },
        secondsPerRound
      )
    await published()
    await floor()
    const ours: Array<Load> = []
    const bares: Array<Load> = []
    for (let index = 0; index < rounds; index++) {
      bares.push(await floor())
      ours.push(await published())
    }
    const alone: Array<Load> = []
    const beside: Array<Load> = []
    for (let index = 0; index < rounds; index++) {
      alone.push(await api())
      const [loaded] = await Promise.all([api(), paced()])
      beside.push(loaded)
    }
    const ratios = (left: ReadonlyArray<Load>, right: ReadonlyArray<Load>, of: keyof Load) =>
      left.map((one, index) => one[of] / (right[index]?.[of] ?? Number.NaN))
    const speed = ratios(ours, bares, "requestsPerSecond")
    const p99 = ratios(ours, bares, "p99Millis")
    const apiP99 = ratios(beside, alone, "p99Millis")
    const perSecond = round(median(ours.map(({ requestsPerSecond }) => requestsPerSecond)), 0)
    return [
      {
        name: "published file, requests per second",
        measured: `${medianWithRange(speed)} × of a bare server`,
        target: "≥ 0.85 ×",
        reached: median(speed) >= 0.85,
        detail: `${perSecond}/s, ${texts.length} bytes, Brotli, 16 connections, access log to a file`
      },
      {
        name: "published file, p99",
        measured: `${medianWithRange(p99)} × of a bare server`,
        target: "≤ 1.5 ×",
        reached: median(p99) <= 1.5,
        detail: `${round(median(ours.map(({ p99Millis }) => p99Millis)), 1)} ms`
      },
      {
        name: "project list beside published files, p99",
        measured: `${medianWithRange(apiP99)} × of alone`,
        target: "≤ 1.5 ×",
        reached: median(apiP99) <= 1.5,
        detail: `${pacedPerSecond} files a second beside it`
      }
    ]
  } finally {
    await server.stop()
    await bare.stop()
  }
}
