// Uploads a file for the import benchmark, in a process of its own: the one that samples latencies must not be busy.
import { openAsBlob } from "node:fs"

const [address = "", key = "", file = ""] = process.argv.slice(2)
const form = new FormData()
form.append("files", await openAsBlob(file), "en.json")
const answer = await fetch(address, { method: "POST", headers: { "x-api-key": key }, body: form })
if (!answer.ok) throw new Error(`import: ${answer.status} ${await answer.text()}`)
