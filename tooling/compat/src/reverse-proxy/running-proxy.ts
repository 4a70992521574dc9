import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { repository } from "@dragoman/release/repository"
import { freePort } from "@dragoman/store/testing/free-port"

export type ProxyName = "nginx" | "caddy"

export interface RunningProxy {
  /** Address with https. */
  readonly address: string
  readonly plainAddress: string
  readonly stop: () => Promise<void>
}

/** Made for the address of the proxy; a test trusts it. */
export interface Certificate {
  readonly file: string
  readonly keyFile: string
}

export const isInstalled = (name: ProxyName): boolean =>
  spawnSync(name, [name === "nginx" ? "-v" : "version"], { env: { ...process.env, PATH: searchPath } }).status === 0

/** nginx is where only root looks. */
const searchPath = `${process.env["PATH"]}:/usr/sbin:/sbin`

export const makeCertificate = (folder: string): Certificate => {
  const [file, keyFile] = [join(folder, "certificate.pem"), join(folder, "key.pem")]
  const subject = ["-subj", "/CN=proxy", "-addext", "subjectAltName=IP:127.0.0.1"]
  const words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
  execFileSync("openssl", [...words, ...subject, "-out", file, "-keyout", keyFile], { stdio: "pipe" })
  return { file, keyFile }
}

interface ProxyPlace {
  readonly folder: string
  readonly certificate: Certificate
  readonly serverPort: number
  /** Replaces the 50 of the example of nginx. */
  readonly uploadMegabytes: number
}

/** Runs the example of `deploy/`; only ports, files and the limit of uploads are other ones. */
export const startProxy = async (name: ProxyName, place: ProxyPlace): Promise<RunningProxy> => {
  const [port, plainPort] = [await freePort(), await freePort()]
  mkdirSync(place.folder, { recursive: true })
  const words = await (name === "nginx" ? configureNginx : configureCaddy)(place, port, plainPort)
  const child = spawn(name, words, {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: searchPath,
      HOME: place.folder,
      SITE: `https://127.0.0.1:${port}`,
      UPSTREAM: `127.0.0.1:${place.serverPort}`
    }
  })
  let errors = ""
  child.stderr.on("data", (text) => {
    errors += text
  })
  const ended = once(child, "exit")
  await Promise.race([
    listens(port),
    ended.then(() => {
      throw new Error(`${name} did not start. ${errors}`)
    })
  ])
  return {
    address: `https://127.0.0.1:${port}`,
    plainAddress: `http://127.0.0.1:${plainPort}`,
    stop: async () => {
      child.kill("SIGTERM")
      await ended
    }
  }
}

const configureNginx = (place: ProxyPlace, port: number, plainPort: number): ReadonlyArray<string> => {
  const { folder, certificate } = place
  const example = readFileSync(join(repository, "deploy", "nginx", "dragoman.conf"), "utf8")
  const site = replaced(example, [
    [/^ *listen \[::\].*\n/gm, ""],
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ", `listen 127.0.0.1:${port} `],
    ["127.0.0.1:8080", `127.0.0.1:${place.serverPort}`],
    ["client_max_body_size 50m", `client_max_body_size ${place.uploadMegabytes}m`],
    ["/etc/ssl/certs/translate.example.org.pem", certificate.file],
    ["/etc/ssl/private/translate.example.org.key", certificate.keyFile]
  ])
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path "${join(folder, kind)}";`
  )
  const file = join(folder, "nginx.conf")
  writeFileSync(
    file,
    `daemon off; pid "${join(folder, "pid")}"; error_log stderr; events {}
    http { access_log off; ${temporary.join(" ")}
    ${site} }`
  )
  return ["-p", folder, "-e", "stderr", "-c", file]
}

const configureCaddy = (place: ProxyPlace, _port: number, plainPort: number): ReadonlyArray<string> => {
  const { folder, certificate } = place
  const example = readFileSync(join(repository, "deploy", "Caddyfile"), "utf8")
  const site = replaced(example, [[/^(\{\$SITE.*\{)$/m, `$1\n\ttls ${certificate.file} ${certificate.keyFile}`]])
  const file = join(folder, "Caddyfile")
  writeFileSync(file, `{\n\tadmin off\n\thttp_port ${plainPort}\n\tstorage file_system ${folder}\n}\n${site}`)
  return ["run", "--config", file, "--adapter", "caddyfile"]
}

/** How long the example keeps an idle connection to the server. */
export const idleSecondsOf = (name: ProxyName): number => {
  const [file, pattern] =
    name === "nginx"
      ? [join("nginx", "dragoman.conf"), /^ *keepalive_timeout (\d+)s;$/m]
      : ["Caddyfile", /^\s*keepalive (\d+)m$/m]
  const [, digits] = pattern.exec(readFileSync(join(repository, "deploy", file), "utf8")) ?? []
  if (digits === undefined) throw new Error(`The example for ${name} does not say how long it keeps connections.`)
  return Number(digits) * (name === "nginx" ? 1 : 60)
}

/** Each of them has to be in the example. */
const replaced = (example: string, changes: ReadonlyArray<readonly [string | RegExp, string]>): string =>
  changes.reduce((text, [from, to]) => {
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`The example has no ${from}.`)
    return changed
  }, example)

/** Resolves when a program takes connections there. */
const listens = async (port: number): Promise<void> => {
  const socket = connect(port, "127.0.0.1")
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
  })
  socket.destroy()
  if (isOpen) return
  await new Promise((resolve) => setTimeout(resolve, 20))
  return listens(port)
}
