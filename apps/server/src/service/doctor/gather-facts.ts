import type { DatabaseFacts, DoctorFacts } from "@dragoman/domain/doctor"
import { schemaVersion } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { programVersion } from "../../platform/program-version.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { readImageBucket } from "./image-facts.ts"
import { readDisks, readHosts, readMail } from "./machine-facts.ts"
import { readReplica } from "./replica-facts.ts"
import { settingFacts } from "./setting-facts.ts"
import { readTranslationServices } from "./translation-service-facts.ts"

/** Number of webhook hosts whose names are looked up. */
export const webhookHostsMax = 50

/** The major version of Node in `package.json`, with which the tests run. */
const testedNode = 26

const programFacts = (): DoctorFacts["program"] => ({
  version: programVersion,
  node: Number.parseInt(process.versions.node, 10),
  testedNode,
  schemaVersion
})

/** Gathers all facts for the rules. The caller reads those of the database and the requests. */
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
  /** Hosts of webhooks; null: they could not be read. */
  readonly webhookHosts: ReadonlyArray<string> | null
  readonly requests: DoctorFacts["requests"]
}) {
  const [disks, hosts, mail, services, imageBucket, replica] = yield* Effect.all(
    [
      readDisks(settings),
      readHosts(settings, webhookHosts ?? []),
      readMail(settings),
      readTranslationServices(settings),
      readImageBucket(settings, database),
      readReplica(settings)
    ],
    { concurrency: "unbounded" }
  )
  const facts: DoctorFacts = {
    now: yield* Clock.currentTimeMillis,
    program: programFacts(),
    settings: { problems: [], warnings, values: settingFacts(settings) },
    database,
    replica,
    disks,
    hosts,
    mail,
    services,
    imageBucket,
    requests
  }
  return facts
})

/** Gathers the facts that are known without usable settings. */
export const factsOfProblems = (problems: ReadonlyArray<string>, now: number): DoctorFacts => ({
  now,
  program: programFacts(),
  settings: { problems, warnings: [], values: null },
  database: null,
  replica: null,
  disks: [],
  hosts: null,
  mail: null,
  services: [],
  imageBucket: null,
  requests: null
})
