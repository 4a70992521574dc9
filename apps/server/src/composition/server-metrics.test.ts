import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { documentedMetrics, printedMetrics } from "@dragoman/monitoring/testing/documented-metrics"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { startStorageServer } from "../testing/storage-server.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
import { MetricsListener } from "./metrics-routes.ts"

const token = "a-token-of-monitors"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman-metrics-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Depends on the machine, not on the server. */
const ofTheSystem = new Set(["Linux", "limit"])

it.live(
  "a server with everything on prints the metrics of the documentation, on a port of their own, to who has the token",
  () =>
    Effect.gen(function* () {
      const storage = yield* startStorageServer
      const layer = layerTestServer({
        publicUrl: "https://translate.example.org",
        metricsPort: 0,
        metricsToken: token,
        smtp: {
          host: "127.0.0.1",
          port: 9,
          login: null,
          from: { name: null, address: "server@example.org" },
          tls: "optional"
        },
        languageToolUrl: "http://127.0.0.1:9",
        mtLibreTranslateUrl: "http://127.0.0.1:9",
        backupHours: 24,
        backupFolder: yield* temporaryFolder,
        backupS3Endpoint: storage.endpoint,
        backupS3Bucket: storage.bucket,
        backupS3Prefix: storage.prefix,
        backupS3AccessKeyId: storage.accessKeyId,
        backupS3SecretAccessKey: storage.secretAccessKey
      })
      yield* Effect.gen(function* () {
        const { baseUrl } = yield* TestServer
        const { port } = yield* MetricsListener
        const ask = (address: string, authorization?: string) =>
          Effect.promise(async () => {
            const response = await fetch(address, authorization === undefined ? {} : { headers: { authorization } })
            return { status: response.status, text: await response.text() }
          })
        const own = `http://127.0.0.1:${port}`
        for (const path of ["/metrics", "/actuator/prometheus"]) {
          assert.strictEqual((yield* ask(`${baseUrl}${path}`, `Bearer ${token}`)).status, 404)
          assert.strictEqual((yield* ask(`${own}${path}`)).status, 401)
          assert.strictEqual((yield* ask(`${own}${path}`, "Bearer another")).status, 401)
        }
        assert.strictEqual((yield* ask(`${own}/health/ready`)).status, 200)

        let text = ""
        // The first scheduled backup is made meanwhile.
        const ofBackups = ["age_seconds", "last_result", "copy_age_seconds", "copy_last_result"]
        while (!ofBackups.every((name) => text.includes(`\ndragoman_backup_${name} `))) {
          const scraped = yield* ask(`${own}/metrics`, `Bearer ${token}`)
          assert.strictEqual(scraped.status, 200)
          text = scraped.text
        }
        const documented = documentedMetrics()
        const printed = printedMetrics(text)
        const labelsByFamily = new Map(documented.map(({ family, labels }) => [family, labels]))
        assert.deepStrictEqual(
          [...printed.keys()].filter((family) => !labelsByFamily.has(family)),
          [],
          "printed, and not in docs/monitoring.md"
        )
        assert.deepStrictEqual(
          documented
            .filter(({ family, there }) => !printed.has(family) && !there.some((need) => ofTheSystem.has(need)))
            .map(({ family }) => family),
          [],
          "in docs/monitoring.md, and not printed"
        )
        for (const [family, labels] of printed) assert.sameMembers([...labels], [...(labelsByFamily.get(family) ?? [])])
        assert.match(text, /^dragoman_ready 1$/m)
        assert.match(text, /^dragoman_database_connections\{use="write"\} [1-9]/m)
        assert.match(text, /^dragoman_jobs_running\{worker="import-worker"\} 0$/m)
      }).pipe(Effect.provide(layer))
    }).pipe(Effect.scoped),
  30_000
)
