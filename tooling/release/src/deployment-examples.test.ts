import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { settingFieldsOf, variableOf } from "@dragoman/settings"
import { afterAll, assert, describe, it } from "vitest"
import { parse } from "yaml"
import { repository } from "./repository.ts"

const folder = join(repository, "deploy")
const read = (...names: ReadonlyArray<string>): string => readFileSync(join(folder, ...names), "utf8")
const variablesOf = (program: "server" | "dispatcher"): ReadonlyArray<string> =>
  settingFieldsOf(program).map((field) => variableOf(field))

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
