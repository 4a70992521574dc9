import { type Architecture, architectures } from "../architecture.ts"
import { debianPackages, nodeArchive } from "./downloads.ts"

/** Fetches what images and packages are made of, so that building and testing them needs no network: `node fetch-downloads.ts amd64`. */
const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !architectures.some((architecture) => architecture === name))
if (unknown !== undefined) {
  process.stderr.write(`${unknown} is not an architecture. Architectures: ${architectures.join(", ")}\n`)
  process.exit(2)
}
const chosen: ReadonlyArray<Architecture> = architectures.filter(
  (architecture) => wanted.length === 0 || wanted.includes(architecture)
)
for (const architecture of chosen) {
  for (const file of [nodeArchive(architecture), ...debianPackages(architecture)]) process.stdout.write(`${file}\n`)
}
