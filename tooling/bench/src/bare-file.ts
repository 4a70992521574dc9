// The floor of published files: node:http with one file in memory, and nothing else.
import { readFileSync } from "node:fs"
import { createServer } from "node:http"

const body = readFileSync(process.env["BARE_FILE"] ?? "")

createServer((request, response) => {
  if (request.url === "/health") return response.end()
  response.writeHead(200, {
    "content-type": "application/json",
    "content-encoding": "br",
    "content-length": body.length
  })
  return response.end(body)
}).listen(Number(process.env["BARE_PORT"]), "127.0.0.1")
