import { type EngineServer, startEngineServer } from "@dragoman/machine-translation/testing"
import { afterAll, beforeAll, describe, it } from "vitest"
import {
  type EngineName,
  engines,
  makeServers,
  type RunningServer,
  type RunningServers
} from "../testing/running-servers.ts"
import { branchCases } from "./branch.ts"
import { creationCases, projectCases, requestCases, suiteCases, withoutBranchCases } from "./checklist.ts"
import { type CliCase, makeCliFixture } from "./cli-fixture.ts"
import { bundleCli, cliEntry } from "./cli-program.ts"
import { compareCases } from "./compare.ts"
import { formatCases } from "./formats.ts"
import { loginCases } from "./login.ts"
import { machineCases } from "./machine.ts"
import { pullCases } from "./pull.ts"
import { pushCases } from "./push.ts"
import { rateLimitCase } from "./rate-limit.ts"
import { syncCases } from "./sync.ts"
import { tagCases } from "./tag.ts"
import { watchCases } from "./watch.ts"

/** The checklist of the reference, with what shows each item. */
const checklist: ReadonlyArray<readonly [item: string, cases: ReadonlyArray<CliCase>]> = [
  ["6.1.1 credentials, version, length of empty answers", requestCases],
  ["6.1.2 login", loginCases],
  ["6.1.3 creating data", creationCases],
  ["6.1.4 the project", projectCases],
  ["6.1.5 single-step import (push)", pushCases],
  ["6.1.6 export (pull)", [...pullCases, ...formatCases]],
  ["6.1.7 all keys (compare)", compareCases],
  ["6.1.8 import and deletion of keys (sync)", syncCases],
  ["6.1.9 complex tags (tag)", tagCases],
  ["6.1.10 SockJS and STOMP (pull --watch)", watchCases],
  ["6.1.11 a project without branches", withoutBranchCases],
  ["branches", branchCases],
  ["6.1.12 the CLI's own suite", suiteCases],
  ["machine translation", machineCases],
  ["beyond the checklist", [rateLimitCase]]
]

/** Engines store the texts of every format alike: on the second one, a JSON, a plural and a workbook stand for all of them. */
const formatsOnBoth = ["JSON_ICU", "PO_C", "XLSX_ICU"]

const standsForAllFormats = ({ name }: CliCase) => formatsOnBoth.some((format) => name.startsWith(`${format}:`))

const allCases = checklist.flatMap(([item, ofItem]) => ofItem.map((cliCase) => ({ item, cliCase, name: cliCase.name })))

const casesOn = (engine: EngineName) =>
  engine === engines[0]
    ? allCases
    : allCases.filter(({ cliCase }) => !formatCases.includes(cliCase) || standsForAllFormats(cliCase))

/** `npm test` runs so many cases of an item: on the second engine the first one of each. */
const quickCasesMax = (engine: EngineName) => (engine === engines[0] ? 3 : 1)

const isQuick = (engine: EngineName, cliCase: CliCase): boolean => {
  if (formatCases.includes(cliCase)) return engine === engines[0] && standsForAllFormats(cliCase)
  const [, ofItem = []] = checklist.find(([, cases]) => cases.includes(cliCase)) ?? []
  return ofItem.indexOf(cliCase) < quickCasesMax(engine)
}

let servers: RunningServers
let bundledCli: string
let deepl: EngineServer

beforeAll(async () => {
  servers = await makeServers("cli")
  bundledCli = await bundleCli(servers.folder)
  deepl = await startEngineServer("DEEPL")
})

/** The installed CLI for one run of each case; the one in one file for further formats and engines, which test the server. */
const entryFor = (engine: EngineName, cliCase: CliCase): string =>
  engine === engines[0] && !formatCases.includes(cliCase) ? cliEntry : bundledCli

afterAll(async () => {
  await servers?.stop()
  await deepl?.close()
})

/** Settings that switch machine translation on. */
const machineSettings = ({ config, url }: EngineServer) => ({
  DRAGOMAN_MT_DEEPL_KEY: "authKey" in config ? config.authKey : "",
  DRAGOMAN_MT_DEEPL_URL: url
})

describe.each(engines)("the published CLI against a server on %s", (engine) => {
  const cases = casesOn(engine)
  let server: RunningServer
  let limitedServer: RunningServer

  beforeAll(async () => {
    server = await servers.start(engine, machineSettings(deepl))
    limitedServer = await servers.start(engine, { DRAGOMAN_RATE_LIMITS: "on" })
  })

  const run = async ({ cliCase }: { readonly cliCase: CliCase }) => {
    const caseServer = cliCase === rateLimitCase ? limitedServer : server
    await cliCase.run(await makeCliFixture(caseServer, servers.folder, entryFor(engine, cliCase)))
  }
  it.concurrent.each(cases.filter(({ cliCase }) => isQuick(engine, cliCase)))("$item: $name", run)
  it.concurrent.each(cases.filter(({ cliCase }) => !isQuick(engine, cliCase)))(
    "$item: $name",
    { tags: ["exhaustive"] },
    run
  )
})
