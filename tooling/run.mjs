// Runs on any Node >= 20: installs what is missing, then runs the task on a Node that is new enough.
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const bin = join(root, "node_modules", ".bin")
const windows = process.platform === "win32"
const pnpm = `pnpm@${JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager.split("@")[1]}`

const stop = (message) => {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

/** The kernel ends a process with this signal when memory runs out; some shells print the exit code instead. */
const wasKilled = ({ signal, status }) => signal === "SIGKILL" || status === 137

/** Runs a command in the repository; its failure ends this program with `help`, or with the same exit code. */
const run = (command, args, { env = process.env, help } = {}) => {
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", env, shell: windows })
  if (result.status === 0) return
  if (wasKilled(result)) {
    stop(
      `${command} was killed, probably because memory ran out: setting up and building need 1 GB. Close other programs, or add swap.`
    )
  }
  if (result.signal) process.kill(process.pid, result.signal)
  if (help) stop(help)
  if (result.error) stop(`${command} could not be started: ${result.error.message}`)
  process.exit(result.status ?? 1)
}

/** Runs a program that goes on until a signal stops it: signals to this process are for that program. */
const runUntilStopped = (command, args, env) => {
  const child = spawn(command, args, { cwd: root, stdio: "inherit", env, shell: windows })
  // npm passes a signal on to its shell alone, which dies of it: a process whose npm is gone stops as well.
  const npmWatchMillis = 250
  const shellOfNpm = "npm_lifecycle_event" in process.env ? process.ppid : null
  const npmWatch = setInterval(() => {
    if (shellOfNpm === null || process.ppid === shellOfNpm) return
    clearInterval(npmWatch)
    child.kill("SIGTERM")
  }, npmWatchMillis)
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      clearInterval(npmWatch)
      // The terminal sends SIGINT to both: a second one would end the program at once.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on("error", (error) => stop(`${command} could not be started: ${error.message}`))
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

const install = () => {
  const stamp = join(root, "node_modules", ".installed")
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "pnpm-lock.yaml")))
    .digest("hex")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return
  run("npx", ["-y", pnpm, "install", "--frozen-lockfile"], {
    help: [
      "The set-up failed: the packages could not be installed.",
      "  - Is the npm registry reachable? Try: npm ping. Behind a proxy, set https_proxy.",
      "  - Is the disk full, or the folder not writable by this user? About 1 GB is needed.",
      "  - Is npm's own cache writable? Try: npm cache verify",
      "  - Then run the same command again; it continues where it stopped."
    ].join("\n")
  })
  writeFileSync(stamp, wanted)
}

/** The PATH on which `node` is one that Dragoman runs on: the host's when it is new enough, else the one from the registry. */
const pathWithNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  const hostIsNewEnough = major >= 26 || (major === 24 && minor >= 7)
  if (!hostIsNewEnough && !existsSync(join(bin, windows ? "node.cmd" : "node"))) {
    stop(
      `Node ${process.version} is too old, and the registry has none for ${process.platform}-${process.arch}: install Node 24.7 or later.`
    )
  }
  return [...(hostIsNewEnough ? [dirname(process.execPath)] : []), bin, process.env.PATH].join(delimiter)
}

/** Newest change of any source file, in milliseconds; decides whether the bundle is built again. */
const newestSource = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .filter((entry) => !/[\\/](node_modules|dist|golden|[.]turbo)([\\/]|$)/.test(relative(root, entry.parentPath)))
    .reduce((newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs), 0)

const build = (env) => {
  const bundle = join(root, "apps", "server", "dist", "main.js")
  const newest = Math.max(
    ...["packages", "apps", join("tooling", "release")].map((folder) => newestSource(join(root, folder))),
    statSync(join(root, "pnpm-lock.yaml")).mtimeMs
  )
  if (existsSync(bundle) && statSync(bundle).mtimeMs >= newest) return
  process.stderr.write("Building the server and the web console. This takes about half a minute, once.\n")
  run("node", ["tooling/release/src/bundle.ts"], {
    // The bundler keeps memory for each of its threads, and is as quick with one.
    env: { RAYON_NUM_THREADS: "1", ...env },
    help: "The server could not be built. If sources were changed, see above; if not, remove node_modules and start again."
  })
}

/** Checks that run no product code: scripts of package.json, whose inputs turbo.json names. */
const checks = [
  // One thread: more of them check the same types again, and took twice the processor time.
  "check:types",
  // The console has the types of a browser, the rest those of Node.
  "check:types-web",
  "check:unused",
  "check:lint",
  "check:structure",
  "check:words"
]

/** Workspaces whose tests are quick enough for each commit. */
const quickTests = ["@dragoman/domain", "@dragoman/formats", "@dragoman/web"]

/**
 * Runs the checks, and the tests of some workspaces, as many at once as there are cores. Skips those whose inputs have not changed
 * since they passed. All of them run, whichever fail; only the output of those is printed.
 */
const check = (env, workspaces = []) => {
  const filters = ["//", ...workspaces].map((name) => `--filter=${name}`)
  const tasks = workspaces.length === 0 ? checks : [...checks, "check:test"]
  // turbo runs scripts by the package manager, which npx has since the installation.
  const words = ["turbo", "run", ...tasks, ...filters, "--continue=always", "--output-logs=errors-only", "--ui=stream"]
  run("npx", ["-y", "-p", pnpm, "--", ...words], { env: { ...env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" } })
}

/** The tags of the tests in each part of all test files: docs/adr/0086-two-parts-of-the-tests.md. */
const testParts = { quick: "!exhaustive", exhaustive: "exhaustive or random" }

/** Runs one part. All files share one PostgreSQL server and one bundle; a few files alone make theirs when they need one. */
const testPart = (part, env) =>
  run("vitest", ["run", "--tags-filter", testParts[part]], {
    env: { ...env, TEST_PART: part, TEST_SHARED_SERVERS: "true" }
  })

/** Suites of clients: each runs against any number of servers. */
const clientSuites = ["cli", "in-context", "realtime", "webhook", "console", "cluster"]

/** The suites of the clients, or those that are named, against two servers and two dispatchers behind a proxy. */
const testCluster = (env) => {
  const suites = args.length === 0 ? clientSuites : args
  const unknown = suites.filter((suite) => !clientSuites.includes(suite))
  if (unknown.length > 0) stop(`Usage: npm run test:cluster -- ${clientSuites.map((suite) => `[${suite}]`).join(" ")}`)
  // A cluster is four programs: more than one at once is too much for a machine with two cores.
  run("vitest", ["run", "--maxWorkers=1", ...suites.map((suite) => `tooling/compat/src/${suite}/`)], {
    env: { ...env, TEST_CLUSTER: "1", TEST_SHARED_SERVERS: "true" }
  })
}

/** Tests that pass the screens of the pictures in README.md and docs/console.md. */
const pictureTests = ["first-five-minutes", "first-run"].map((name) => `tooling/compat/src/console/${name}.test.ts`)

const [task = "", ...args] = process.argv.slice(2)
const tasks = {
  start: (env) => {
    build(env)
    // Each has its reason in docs/adr/0029-memory-of-the-process.md. What is set in the environment of `npm start` stays.
    const frugal = JSON.parse(readFileSync(join(root, "tooling", "start-environment.json"), "utf8"))
    runUntilStopped("node", [join(root, "apps", "server", "dist", "main.js"), "serve", ...args], { ...frugal, ...env })
  },
  test: (env) => {
    if (args.length > 0) return run("vitest", ["run", ...args], { env })
    check(env)
    testPart("quick", env)
  },
  "test:exhaustive": (env) => testPart("exhaustive", env),
  "test:cluster": (env) => testCluster(env),
  pictures: (env) =>
    run("vitest", ["run", ...pictureTests], { env: { ...env, DRAGOMAN_PICTURES: join(root, "docs", "console") } }),
  check: (env) => check(env, quickTests),
  console: (env) =>
    run("vite", ["apps/web", ...args], {
      env: { ...env, PATH: [join(root, "apps", "web", "node_modules", ".bin"), env.PATH].join(delimiter) }
    }),
  fix: (env) => run("biome", ["check", "--write", "."], { env }),
  build: (env) => run("node", ["tooling/release/src/release.ts", ...args], { env }),
  release: (env) => run("node", ["tooling/release/src/making/make-release.ts", ...args], { env }),
  bench: (env) => run("node", ["tooling/bench/src/main.ts", ...args], { env }),
  mutants: (env) => run("node", ["tooling/mutation/src/main.ts", ...args], { env }),
  dragoman: (env) => run("node", [join(root, "apps", "server", "src", "main.ts"), ...args], { env }),
  exec: (env) => run(args[0] ?? "node", args.slice(1), { env })
}
if (!Object.hasOwn(tasks, task)) stop(`Tasks: ${Object.keys(tasks).join(", ")}`)
install()
tasks[task]({ ...process.env, PATH: pathWithNode() })
