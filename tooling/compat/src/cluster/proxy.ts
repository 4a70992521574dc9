import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { freePort } from "@dragoman/store/testing/free-port"
import { startBalancer } from "../upgrade/balancer.ts"

/** A proxy in front of the servers of a cluster, which gives each request to the next one. */
export interface ReverseProxy {
  readonly name: "nginx" | "balancer"
  readonly address: string
  readonly stop: () => Promise<void>
}

const hasNginx = spawnSync("nginx", ["-v"]).status === 0

/** nginx when this machine has it, else the balancer of the tests. `folder`: for its files. */
export const startProxy = async (addresses: ReadonlyArray<string>, folder: string): Promise<ReverseProxy> => {
  if (hasNginx) return startNginx(addresses, mkdtempSync(join(folder, "nginx-")))
  const balancer = await startBalancer(addresses)
  await Promise.all(addresses.map(balancer.ready))
  return { name: "balancer", address: balancer.address, stop: balancer.stop }
}

const startNginx = async (addresses: ReadonlyArray<string>, folder: string): Promise<ReverseProxy> => {
  const port = await freePort()
  const file = join(folder, "nginx.conf")
  writeFileSync(file, configuration(addresses, port))
  const nginx = spawn("nginx", ["-p", folder, "-e", "error.log", "-c", file], { stdio: ["ignore", "ignore", "pipe"] })
  let complaint = ""
  let isEnded = false
  nginx.stderr.on("data", (data) => {
    complaint += data
  })
  const ended = new Promise<void>((resolve) =>
    nginx.once("close", () => {
      isEnded = true
      resolve()
    })
  )
  while (!(await isListening(port))) {
    if (isEnded) throw new Error(`nginx does not start: ${complaint}`)
    await setTimeout(lookAgainMillis)
  }
  return {
    name: "nginx",
    address: `http://127.0.0.1:${port}`,
    stop: () => {
      nginx.kill("SIGTERM")
      return ended
    }
  }
}

const lookAgainMillis = 20

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => socket.end(() => resolve(true)))
    socket.once("error", () => resolve(false))
  })

/**
 * The configuration of docs/operations.md for several servers. A stopped server is asked again at once: tests start it at the
 * same address. Paths are below the folder, which a user that nginx changes to could not enter.
 */
const configuration = (addresses: ReadonlyArray<string>, port: number): string => `
daemon off;
worker_processes 1;
pid nginx.pid;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  upstream dragoman {
    ${addresses.map((address) => `server ${new URL(address).host} max_fails=0;`).join("\n    ")}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://dragoman;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      client_max_body_size 0;
      proxy_request_buffering off;
    }
  }
}
`
