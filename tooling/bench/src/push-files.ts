// Pushes files as the CLI does, in a process of its own: the one that samples latencies must not be busy. Prints the
// milliseconds from sending to the answer.
import { openAsBlob } from "node:fs"
import { basename } from "node:path"

const [address = "", key = "", ...rest] = process.argv.slice(2)
const inBatches = rest.includes("--in-batches")
const files = rest.filter((argument) => argument !== "--in-batches")
const form = new FormData()
form.append("params", JSON.stringify({ forceMode: "OVERRIDE", overrideMode: "ALL", createNewKeys: true, inBatches }))
for (const file of files) form.append("files", await openAsBlob(file), basename(file))
const startedAt = performance.now()
const answer = await fetch(address, { method: "POST", headers: { "x-api-key": key }, body: form })
const text = await answer.text()
if (!answer.ok) throw new Error(`push: ${answer.status} ${text}`)
process.stdout.write(String(performance.now() - startedAt))
