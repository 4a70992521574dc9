import type { DatabaseFacts, DoctorFacts } from "@dragoman/domain/doctor"
import { schemaVersion } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { programVersion } from "../program-version.ts"
import type { SettingValues } from "../settings/settings.ts"
import { readDisks, readHosts, readMail } from "./machine-facts.ts"
import { settingFacts } from "./setting-facts.ts"

/** Hosts of webhooks whose names are looked up. */
export const webhookHostsMax = 50

/** The major version of Node in `package.json`, with which the tests run. */
const testedNode = 26

const programFacts = (): DoctorFacts["program"] => ({
  version: programVersion,
  node: Number.parseInt(process.versions.node, 10),
  testedNode,
  schemaVersion
})

/** All facts for the rules. Of the database and the requests, who calls knows best how to read them. */
export const gatherFacts = Effect.fnUntraced(function* ({
  settings,
  warnings,
  database,
  webhookHosts,
  requests
}: {
  readonly settings: SettingValues
  readonly warnings: ReadonlyArray<string>
  readonly database: DatabaseFacts
  /** null: they could not be read. */
  readonly webhookHosts: ReadonlyArray<string> | null
  readonly requests: DoctorFacts["requests"]
}) {
  const [disks, hosts, mail] = yield* Effect.all(
    [readDisks(settings), readHosts(settings, webhookHosts ?? []), readMail(settings)],
    { concurrency: "unbounded" }
  )
  const facts: DoctorFacts = {
    now: yield* Clock.currentTimeMillis,
    program: programFacts(),
    settings: { problems: [], warnings, values: settingFacts(settings) },
    database,
    disks,
    hosts,
    mail,
    requests
  }
  return facts
})

/** Settings that cannot be used say nothing about the rest. */
export const factsOfProblems = (problems: ReadonlyArray<string>, now: number): DoctorFacts => ({
  now,
  program: programFacts(),
  settings: { problems, warnings: [], values: null },
  database: null,
  disks: [],
  hosts: null,
  mail: null,
  requests: null
})
