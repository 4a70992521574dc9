import { buildBinary } from "./build-binary.ts"
import { buildDispatcher } from "./build-dispatcher.ts"
import { buildDomain, buildFormats } from "./build-package.ts"

/** What `npm run build` makes; a name after it makes that one only: `npm run build -- domain`. */
const products: Readonly<Record<string, () => string | Promise<string>>> = {
  binary: () => buildBinary(),
  domain: () => buildDomain(),
  formats: () => buildFormats(),
  dispatcher: () => buildDispatcher()
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(products)
for (const name of names) {
  const build = Object.hasOwn(products, name) ? products[name] : undefined
  if (build === undefined) {
    process.stderr.write(`There is no product "${name}". Products: ${Object.keys(products).join(", ")}\n`)
    process.exit(2)
  }
  process.stdout.write(`${name}: ${await build()}\n`)
}
