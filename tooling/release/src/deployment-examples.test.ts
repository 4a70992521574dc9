import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { settingFieldsOf, variableOf } from "@dragoman/settings"
import { afterAll, assert, describe, it } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { imageUser } from "./image/base-tree.ts"
import { repository } from "./repository.ts"

const folder = join(repository, "deploy")
const read = (...names: ReadonlyArray<string>): string => readFileSync(join(folder, ...names), "utf8")
const variablesOf = (program: "server" | "dispatcher"): ReadonlyArray<string> =>
  settingFieldsOf(program).map((field) => variableOf(field))

/** Default of DRAGOMAN_SHUTDOWN_TIMEOUT_MS. */
const defaultShutdownMillis = 10_000

interface Service {
  readonly image: string
  readonly entrypoint?: ReadonlyArray<string>
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly test: ReadonlyArray<string> }
  readonly read_only?: boolean
  readonly networks: ReadonlyArray<string>
}

const programsOf = (file: string): ReadonlyArray<readonly [name: string, Service]> => {
  const { services } = parse(read(file), { merge: true }) as { readonly services: Readonly<Record<string, Service>> }
  return Object.entries(services).filter(([, { image }]) => image.startsWith("dragoman:"))
}

describe("the examples of deployment", () => {
  it("name only variables that are settings", () => {
    const known = [...variablesOf("server"), ...variablesOf("dispatcher")]
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const entry of files) {
      const text = readFileSync(join(entry.parentPath, entry.name), "utf8")
      for (const [variable] of text.matchAll(/\bDRAGOMAN_[A-Z0-9_]+/g)) {
        assert.include(known, variable.replace(/_FILE$/, ""), entry.name)
      }
    }
  })

  it.each([
    ["compose.yaml", ["server"]],
    ["compose.postgres.yaml", ["server-1", "server-2", "dispatcher-1", "dispatcher-2"]]
  ] as const)("of %s run each program with settings that it reads, and ask for its health", (file, names) => {
    const programs = programsOf(file)
    assert.deepStrictEqual(
      programs.map(([name]) => name),
      [...names]
    )
    for (const [name, service] of programs) {
      const program = service.entrypoint === undefined ? "server" : "dispatcher"
      assert.includeMembers([...variablesOf(program)], Object.keys(service.environment ?? {}), name)
      assert.deepStrictEqual(service.healthcheck?.test.slice(0, 3), ["CMD", "/usr/bin/dragoman", "health"])
      assert.isTrue(service.read_only)
      assert.deepStrictEqual(service.networks, ["inside"])
    }
  })

  it("send Caddy's requests to the servers of compose", () => {
    for (const [name] of programsOf("compose.postgres.yaml").filter(([one]) => one.startsWith("server"))) {
      assert.include(read("container", "Caddyfile"), `${name}:8080`)
    }
  })
})

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface Deployment {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec: {
    readonly replicas: number
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number
        readonly securityContext: { readonly runAsUser: number }
        readonly containers: ReadonlyArray<{
          readonly image: string
          readonly command?: ReadonlyArray<string>
          readonly ports: ReadonlyArray<{ readonly name: string; readonly containerPort: number }>
          readonly env: ReadonlyArray<{ readonly name: string; readonly value?: string; readonly valueFrom?: object }>
          readonly livenessProbe: Probe
          readonly readinessProbe: Probe
          readonly securityContext: { readonly readOnlyRootFilesystem: boolean }
        }>
      }
    }
  }
}

describe("the manifest for Kubernetes", () => {
  const documents = parseAllDocuments(read("kubernetes", "dragoman.yaml")).map(
    (document) => document.toJS({}) as Deployment
  )
  const settings = documents.find(({ kind }) => kind === "ConfigMap")?.data ?? {}
  const [{ image: composeImage } = { image: "" }] = programsOf("compose.yaml").map(([, service]) => service)

  it.each([
    ["dragoman-server", "server", 2, 8080],
    ["dragoman-dispatcher", "dispatcher", 1, 8081]
  ] as const)("runs %s with settings that it reads, and asks for its health", (name, program, replicas, port) => {
    const spec = documents.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === name)?.spec
    assert(spec)
    const pod = spec.template.spec
    const [container] = pod.containers
    assert(container)
    assert.strictEqual(spec.replicas, replicas)
    assert.strictEqual(pod.securityContext.runAsUser, imageUser)
    assert.isTrue(container.securityContext.readOnlyRootFilesystem)
    assert.deepStrictEqual(container.ports, [{ name: "http", containerPort: port }])
    assert.deepStrictEqual(container.livenessProbe.httpGet, { path: "/health/live", port: "http" })
    assert.deepStrictEqual(container.readinessProbe.httpGet, { path: "/health/ready", port: "http" })
    const names = container.env.map((variable) => variable.name)
    assert.includeMembers([...variablesOf(program)], [...names, ...(program === "server" ? Object.keys(settings) : [])])
    // No secret is in the manifest itself.
    for (const { name: variable, value } of container.env) {
      assert.strictEqual(value === undefined, /_(?:URL|KEY|PASSWORD)$/.test(variable), variable)
    }
    assert.strictEqual(container.image, composeImage.replace(/\$\{IMAGE_TAG:-(.*)\}/, "$1"))
  })

  it("gives a server the time to drain and to finish its requests", () => {
    const { spec } = documents.find(({ metadata }) => metadata.name === "dragoman-server") ?? {}
    const millis = Number(settings["DRAGOMAN_DRAIN_SECONDS"]) * 1000 + defaultShutdownMillis
    assert.isAbove((spec?.template.spec.terminationGracePeriodSeconds ?? 0) * 1000, millis)
  })
})

const unitNames = ["dragoman.service", "dragoman-dispatcher.service"]

describe("the units of systemd", () => {
  it.each(unitNames)("%s is started again for ever, and not at once", (name) => {
    const [unit = "", service = ""] = read("systemd", name).split("[Service]")
    assert.match(unit, /^StartLimitIntervalSec=0$/m)
    assert.match(service, /^Restart=always$/m)
    assert.match(service, /^RestartSec=[2-5]$/m)
  })
})

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0

describe.skipIf(!hasSystemd)("the units of systemd, as it reads them", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman-units-"))
  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  it.each(unitNames)("%s is right, and lets the program do little", (name) => {
    const unit = join(fixture, name)
    // Nothing is installed here.
    writeFileSync(unit, read("systemd", name).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    const verified = spawnSync("systemd-analyze", ["verify", "--man=no", unit], { encoding: "utf8" })
    assert.strictEqual(verified.status, 0, verified.stderr)
    assert.notInclude(verified.stderr, name)
    const judged = spawnSync("systemd-analyze", ["security", "--offline=yes", "--threshold=30", "--no-pager", unit], {
      encoding: "utf8"
    })
    assert.strictEqual(judged.status, 0, judged.stdout)
  })
})
