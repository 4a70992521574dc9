/** @module-tag exhaustive */
import { execFileSync, spawnSync } from "node:child_process"
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Architecture, architectureOfMachine } from "./architecture.ts"
import { buildDebianPackages } from "./debian/build-debian-packages.ts"
import { isFetched, pinnedDownloads } from "./downloads/downloads.ts"
import { imageUser } from "./image/base-tree.ts"
import { buildImages } from "./image/build-images.ts"
import { canContain, contained, type UnpackedImage, unpackImage } from "./image/unpacked-image.ts"
import { nodeProgram, serverMain } from "./program-tree.ts"
import { repository } from "./repository.ts"
import { isReady, startProgram } from "./running-program.ts"

const own: Architecture = architectureOfMachine() ?? "amd64"
const emulator = "qemu-aarch64-static"
const emulated = ([own === "amd64" ? "arm64" : "amd64"] as const).filter(
  (architecture) =>
    architecture === "arm64" && isFetched(architecture) && spawnSync(emulator, ["--version"]).status === 0
)
const canInstall =
  process.getuid?.() === 0 && ["dpkg", "systemd-sysusers"].every((name) => spawnSync(name, ["--version"]).status === 0)
const password = "correct-horse-battery"

it("pins the Node that the repository runs on", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"))
  for (const { version } of Object.values(pinnedDownloads.node)) assert.strictEqual(version, optionalDependencies.node)
})

/** Without network: Node and libraries are there when `downloads/fetch-downloads.ts` has fetched them, as CI does first. */
describe.skipIf(process.platform !== "linux" || !isFetched(own))("what is built for Linux", () => {
  const fixture = mkdtempSync(join(tmpdir(), "dragoman image "))
  const images = new Map<Architecture, UnpackedImage>()
  const imageOf = (architecture: Architecture): UnpackedImage => {
    const image = images.get(architecture)
    if (image === undefined) throw new Error(`No image for ${architecture} was built.`)
    return image
  }

  beforeAll(async () => {
    const architectures = [own, ...emulated]
    const files = await buildImages(fixture, { architectures, compression: 1 })
    for (const [index, architecture] of architectures.entries()) {
      images.set(architecture, unpackImage(files[index] ?? "", join(fixture, architecture)))
    }
  }, 120_000)

  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  it("an image runs as a user of its own, says how it is, and carries its labels", () => {
    const { config, root } = imageOf(own)
    assert.strictEqual(config.User, `${imageUser}:${imageUser}`)
    assert.deepStrictEqual(config.Healthcheck.Test, ["CMD", "/usr/bin/dragoman", "health"])
    assert.strictEqual(config.Labels["org.opencontainers.image.licenses"], "Apache-2.0")
    assert.match(readFileSync(join(root, "etc/passwd"), "utf8"), new RegExp(`^dragoman:x:${imageUser}:`, "m"))
    assert.strictEqual(statSync(join(root, "tmp")).mode & 0o7777, 0o1777)
  })

  it.skipIf(!canContain())(
    "an image serves with a root that can only be read, is asked for its health, and stops at SIGTERM",
    { timeout: 60_000 },
    async () => {
      const { config, root } = imageOf(own)
      const data = join(fixture, "data")
      mkdirSync(data)
      if (process.getuid?.() === 0) chownSync(data, imageUser, imageUser)
      const environment = Object.fromEntries(config.Env.map((line) => line.split("=", 2) as [string, string]))
      assert.strictEqual(environment["DRAGOMAN_HOST"], "0.0.0.0")
      const env = {
        ...environment,
        PATH: `${environment["PATH"]}:/bin:/usr/sbin:/sbin`,
        DRAGOMAN_HOST: "127.0.0.1",
        DRAGOMAN_PORT: "0",
        DRAGOMAN_ADMIN_PASSWORD: password
      }
      const start = (...words: ReadonlyArray<string>) => {
        const inside = contained(root, data, words)
        return startProgram(inside.command, inside.words, { folder: fixture, env })
      }
      const server = start(...config.Entrypoint, "serve")
      const address = String((await server.line(isReady))["address"])
      assert.strictEqual((await fetch(`${address}/health/ready`)).status, 200)
      const login = await fetch(`${address}/api/public/generatetoken`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username: "admin", password })
      })
      assert.strictEqual(login.status, 200)
      assert.strictEqual((await fetch(address)).status, 200, "the console is there")
      assert.strictEqual(statSync(join(data, "dragoman.sqlite")).mode & 0o077, 0, "data is in the volume")

      const health = [...config.Healthcheck.Test.slice(1), `${address}/health/ready`]
      assert.strictEqual(await start(...health).ended, 0)
      const dispatcher = start("/usr/bin/dragoman-dispatcher")
      await dispatcher.line((line) => /dispatcher started/.test(String(line["message"])))
      dispatcher.signal("SIGTERM")
      assert.strictEqual(await dispatcher.ended, 0)

      server.signal("SIGTERM")
      assert.strictEqual(await server.ended, 0)
      assert.strictEqual(await start(...health).ended, 1)
    }
  )

  it.skipIf(emulated.length === 0)(
    "an image for the other architecture starts in an emulator",
    { timeout: 60_000 },
    () => {
      const { root } = imageOf("arm64")
      const words = ["-L", root, join(root, nodeProgram), join(root, serverMain), "--version"]
      assert.match(execFileSync(emulator, words, { encoding: "utf8", env: {} }), /^\d+\.\d+\.\d+/)
    }
  )

  it.skipIf(!canInstall)(
    "a package is installed by dpkg, with its user, and settings that an upgrade keeps",
    async () => {
      const root = join(fixture, "debian")
      for (const name of ["info", "updates"]) mkdirSync(join(root, "var/lib/dpkg", name), { recursive: true })
      for (const name of ["status", "available"]) writeFileSync(join(root, "var/lib/dpkg", name), "")
      const [file = ""] = await buildDebianPackages(fixture, { architectures: [own], compression: 1 })
      const field = (name: string): string => execFileSync("dpkg-deb", ["--field", file, name], { encoding: "utf8" })
      assert.match(field("Depends"), /libc6 \(>= 2\.34\).*libatomic1/)
      assert.strictEqual(field("Architecture").trim(), own)
      const flags = [`--root=${root}`, "--force-script-chrootless", "--force-depends", "--force-not-root"]
      const install = (): string =>
        execFileSync("dpkg", [...flags, "--install", file], { encoding: "utf8", stdio: "pipe" })
      install()
      assert.match(readFileSync(join(root, "etc/passwd"), "utf8"), /^dragoman:/m)
      assert.strictEqual(statSync(join(root, "var/backups/dragoman")).mode & 0o777, 0o700)
      const settings = join(root, "etc/dragoman/dragoman.env")
      assert.strictEqual(statSync(settings).mode & 0o777, 0o600)
      writeFileSync(settings, "DRAGOMAN_PORT=9090\n")
      install()
      assert.strictEqual(readFileSync(settings, "utf8"), "DRAGOMAN_PORT=9090\n")
      const started = execFileSync(join(root, nodeProgram), [join(root, serverMain), "--version"], { encoding: "utf8" })
      assert.match(started, /^\d+\.\d+\.\d+/)
    }
  )
})
