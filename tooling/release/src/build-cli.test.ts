import { execFileSync, spawnSync } from "node:child_process"
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { startTestServer, type TestServer } from "@dragoman/test-server"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { parse } from "yaml"
import { buildCli } from "./build-cli.ts"
import { packPackage } from "./making/pack-package.ts"
import { repository } from "./repository.ts"

const installedBytesMax = 2 * 1024 * 1024

const fixture = mkdtempSync(join(tmpdir(), "dragoman cli "))
const installed = join(fixture, "node_modules", "@dragoman", "cli")
const work = join(fixture, "work")
let server: TestServer

beforeAll(async () => {
  const built = await buildCli(join(fixture, "built"))
  const packed = join(fixture, "packed")
  for (const folder of [packed, installed, join(fixture, "bin"), join(work, "i18n")])
    mkdirSync(folder, { recursive: true })
  const archive = packPackage({ source: built, folder: packed, seconds: 1_795_000_000 })
  execFileSync("tar", ["-xzf", archive, "-C", installed, "--strip-components=1"])
  // npm links the command and lets it be executed.
  const { bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
  chmodSync(join(installed, bin.dragoman), 0o755)
  symlinkSync(join(installed, bin.dragoman), join(fixture, "bin", "dragoman"))
  writeFileSync(join(fixture, "seed.json"), JSON.stringify(seed))
  const main = process.env["TEST_SERVER_BUNDLE"] ?? join(repository, "apps", "server", "src", "main.ts")
  server = await startTestServer({ program: [process.execPath, main], seed: join(fixture, "seed.json") })
})

afterAll(async () => {
  await server?.stop()
  rmSync(fixture, { recursive: true, force: true })
})

const scopes = [
  "translations.view",
  "translations.edit",
  "keys.create",
  "keys.edit",
  "keys.delete",
  "translations.state-edit"
]
const seed = {
  projects: ["Shop", "Site", "Wiki"].map((name) => ({
    name,
    languages: ["en", "de"],
    keys: { title: { en: "Title", de: "Titel" } },
    apiKeys: { ci: scopes }
  }))
}

/** The variables with which commands reach a project of the seed. */
const environmentOf = (project: number): Record<string, string> => ({
  PATH: [join(fixture, "bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter),
  DRAGOMAN_API_URL: server.address,
  DRAGOMAN_API_KEY: server.projects[project]?.apiKeys["ci"] ?? ""
})

const run = (file: string, words: ReadonlyArray<string>, env: Record<string, string> = environmentOf(0)) => {
  const { status, stdout, stderr } = spawnSync(file, words, {
    cwd: work,
    env,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024
  })
  return { status, stdout, stderr }
}

const dragoman = (...words: ReadonlyArray<string>) => run("dragoman", words)

const write = (path: string, content: string) => writeFileSync(join(work, path), content)

describe("the packed cli package", () => {
  it("needs no other package, and less than 2 MB", () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    assert.isBelow(bytes, installedBytesMax)
    assert.isUndefined(JSON.parse(readFileSync(join(installed, "package.json"), "utf8")).dependencies)
  })

  it("checks files, plans and applies their import, and pulls the texts", () => {
    write("i18n/en.json", '{ "title": "New title", "more": "More" }')
    assert.strictEqual(dragoman("lint", "i18n").status, 0)
    const plan = dragoman("plan", "--force-mode", "OVERRIDE", "i18n")
    assert.strictEqual(plan.status, 2, plan.stderr)
    const [, id = ""] = /dragoman apply (\d+)/.exec(plan.stdout) ?? []
    const applied = dragoman("apply", id)
    assert.strictEqual(applied.stdout, `Plan ${id} was applied.\n`, applied.stderr)
    const pulled = dragoman("pull", "pulled")
    assert.match(pulled.stdout, /2 of 2 files written/, pulled.stderr)
    assert.deepStrictEqual(JSON.parse(readFileSync(join(work, "pulled", "en.json"), "utf8")), {
      more: "More",
      title: "New title"
    })
    assert.match(dragoman("pull", "pulled").stdout, /^0 of 2 files written/)
    assert.match(dragoman("pull", "pulled", "--languages", "de", "--format", "PO").stdout, /de\.po\n1 of 1 files/)
  })

  it("exports keys with their context, and imports the descriptions that were added", () => {
    const exported = dragoman("context", "export", "keys.jsonl")
    assert.match(exported.stdout, /^Keys written to keys\.jsonl: [1-9]/, exported.stderr)
    const lines = readFileSync(join(work, "keys.jsonl"), "utf8").trim().split("\n")
    const described = lines.map((line) => ({ ...JSON.parse(line), description: "Heading of the page" }))
    write("keys.jsonl", [...described, "{"].map((line) => (line === "{" ? line : JSON.stringify(line))).join("\n"))
    const count = described.length
    const dry = dragoman("context", "import", "keys.jsonl", "--dry-run")
    assert.strictEqual(dry.status, 1, dry.stderr)
    assert.include(
      dry.stdout,
      `  line ${count + 1}: The line is no valid JSON.\nDescriptions: ${count} to write, 0 unch`
    )
    assert.include(dragoman("context", "import", "keys.jsonl").stdout, `Descriptions: ${count} written, 0 unchanged`)
    assert.match(dragoman("context", "export", "none.jsonl").stdout, /^Keys written to none\.jsonl: 0/)
    write("keys.jsonl", JSON.stringify({ ...described[0], description: "Another" }))
    const kept = dragoman("context", "import", "keys.jsonl")
    assert.strictEqual(kept.status, 0, kept.stderr)
    assert.include(kept.stdout, "  line 1: The key has another description.\nDescriptions: 0 written")
    assert.include(dragoman("context", "import", "keys.jsonl", "--override").stdout, "Descriptions: 1 written")
  })

  it("writes no file through a link that leads out of the folder", () => {
    mkdirSync(join(work, "linked"))
    symlinkSync(join(fixture, "seed.json"), join(work, "linked", "en.json"))
    const { status, stderr } = dragoman("pull", "linked")
    assert.strictEqual(status, 1)
    assert.match(stderr, /a link leads out/)
    assert.deepStrictEqual(JSON.parse(readFileSync(join(fixture, "seed.json"), "utf8")), seed)
  })

  it("prints the description of the API that the server has", () => {
    assert.isDefined(JSON.parse(dragoman("openapi").stdout).paths["/v2/projects"])
  })

  it.each([
    [["dance"], /dance is not a command/],
    [["pull"], /Into which folder/],
    [["context", "dance", "a"], /context export FILE/],
    [["context", "import", "a", "--all"], /belong to the export/],
    [["completion", "powershell"], /bash\|zsh\|fish/]
  ])("%j is rejected with what to write instead", (words, problem) => {
    const { status, stderr } = dragoman(...words)
    assert.notStrictEqual(status, 0)
    assert.match(stderr, problem)
  })

  it.each([
    [["dragoman", "pl"], ["plan"]],
    [["dragoman", "lint", "--up"], ["--update-baseline"]],
    [["dragoman", "lint", "--format", "s"], ["sarif"]],
    [["dragoman", "apply", "--force"], []],
    [["dragoman", "completion", "f"], ["fish"]],
    [["dragoman", "context", "e"], ["export"]],
    [["dragoman", "lint", "i18"], ["i18n"]]
  ])("completes %j in bash", (words, expected) => {
    const list = words.map((word) => `'${word}'`).join(" ")
    const script = `source <(dragoman completion bash); COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _dragoman; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = run("bash", ["-c", script])
    assert.deepStrictEqual(stdout.split("\n").filter(Boolean), expected, stderr)
  })
})

interface Step {
  readonly name: string
  readonly run: string
  readonly env: Readonly<Record<string, string>>
}

/** Runs a step of the action as GitHub does: bash ends at the first command that fails. */
const runStep = (
  { run: script, env }: Step,
  inputs: Readonly<Record<string, string>>,
  outside: Record<string, string>
) => {
  const filled = Object.entries(env).map(([name, value]) => [
    name,
    value.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, expression: string) => inputs[expression] ?? "")
  ])
  return run("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    PATH: environmentOf(0)["PATH"] ?? "",
    ...outside,
    ...Object.fromEntries(filled)
  })
}

describe("the definitions for CI", () => {
  it("check, plan and import files on GitHub", () => {
    const { runs, inputs } = parse(
      readFileSync(join(repository, "integrations", "github-action", "action.yml"), "utf8")
    )
    const step = (name: string): Step => runs.steps.find((one: Step) => one.name === name)
    const output = join(fixture, "github-output")
    const summary = join(fixture, "github-summary")
    const outside = { RUNNER_TEMP: fixture, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary }
    const given = {
      "inputs.files": "i18n",
      "inputs.api-url": server.address,
      "inputs.api-key": environmentOf(1)["DRAGOMAN_API_KEY"] ?? "",
      "inputs.plan-options": inputs["plan-options"].default
    }
    write("i18n/en.json", '{ "title": "" }')
    assert.match(runStep(step("Lint"), given, outside).stdout, /^::warning file=i18n\/en\.json,line=1/)
    write("i18n/en.json", '{ "title": "From GitHub" }')
    const planned = runStep(step("Plan"), given, outside)
    assert.strictEqual(planned.status, 0, planned.stderr)
    assert.include(readFileSync(summary, "utf8"), '"Title" → "From GitHub"')
    const [, id = ""] = /^id=(\d+)$/m.exec(readFileSync(output, "utf8")) ?? []
    const applied = runStep(step("Apply"), { ...given, "steps.plan.outputs.id": id }, outside)
    assert.match(applied.stdout, /was applied/, applied.stderr)
    const refused = runStep(step("Plan"), { ...given, "inputs.api-key": "tgpak_wrong" }, outside)
    assert.strictEqual(refused.status, 1)
  })

  it("check, plan and import files on GitLab", () => {
    const jobs = parse(readFileSync(join(repository, "integrations", "gitlab", "dragoman.gitlab-ci.yml"), "utf8"))
    const runJob = (name: string) =>
      run("bash", ["-eo", "pipefail", "-c", jobs[name].script.join("\n")], {
        ...environmentOf(2),
        ...jobs[".dragoman"].variables
      })
    write("i18n/en.json", '{ "title": "From GitLab" }')
    assert.strictEqual(runJob("dragoman-lint").status, 0)
    assert.match(runJob("dragoman-plan").stdout, /"Title" → "From GitLab"/)
    assert.match(runJob("dragoman-apply").stdout, /was applied/)
    assert.match(runJob("dragoman-apply").stdout, /0 to change/)
  })

  it("check the files of a commit with pre-commit", () => {
    const [hook] = parse(readFileSync(join(repository, ".pre-commit-hooks.yaml"), "utf8"))
    assert.match(hook.entry, /^npx --yes @dragoman\/cli lint$/)
    assert.match("src/locales/de.json", new RegExp(hook.files))
    assert.notMatch("package.json", new RegExp(hook.files))
    write("i18n/en.json", "{")
    // The package is not published yet: its command stands for what npx installs.
    assert.strictEqual(
      run("bash", ["-c", `${hook.entry.replace("npx --yes @dragoman/cli", "dragoman")} i18n/en.json`]).status,
      1
    )
  })
})
