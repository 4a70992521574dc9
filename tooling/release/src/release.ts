import { buildBinary, buildDispatcherBinary } from "./build-binary.ts"
import { buildCli } from "./build-cli.ts"
import { buildDispatcher } from "./build-dispatcher.ts"
import { buildDomain, buildFormats, buildTestServer } from "./build-package.ts"
import { buildDebianPackages } from "./debian/build-debian-packages.ts"
import { buildImages } from "./image/build-images.ts"

/** The path of one file or folder, or of several files. */
type Product = string | ReadonlyArray<string>

/** Products of `npm run build`; a name after it makes that one only: `npm run build -- domain`. */
const products: Readonly<Record<string, () => Product | Promise<Product>>> = {
  binary: () => buildBinary(),
  "dispatcher-binary": () => buildDispatcherBinary(),
  domain: () => buildDomain(),
  formats: () => buildFormats(),
  "test-server": () => buildTestServer(),
  cli: () => buildCli(),
  dispatcher: () => buildDispatcher()
}

/** Made only when they are named: they fetch Node and libraries for both architectures. */
const namedProducts: typeof products = {
  image: () => buildImages(),
  debian: () => buildDebianPackages()
}
const allProducts = { ...products, ...namedProducts }

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(products)
for (const name of names) {
  const build = Object.hasOwn(allProducts, name) ? allProducts[name] : undefined
  if (build === undefined) {
    process.stderr.write(`There is no product "${name}". Products: ${Object.keys(allProducts).join(", ")}\n`)
    process.exit(2)
  }
  for (const path of [await build()].flat()) process.stdout.write(`${name}: ${path}\n`)
}
