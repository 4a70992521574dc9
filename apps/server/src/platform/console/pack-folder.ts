import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { extname, join, relative, sep } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { type WebFile, writeWebPack } from "./web-pack.ts"

const typesByExtension: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2"
}

/**
 * Packs a folder that Vite has built, without source maps and folders that begin with a dot (Vite's manifest). Fails
 * for a file of unknown type: browsers do not guess it.
 */
export const packFolder = async (folder: string): Promise<Uint8Array> => {
  const names = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((name) => !name.startsWith(".") && !name.endsWith(".map") && !name.endsWith(".pack"))
    .toSorted()
  return writeWebPack(await Promise.all(names.map((name) => packedFile(folder, name))))
}

const packedFile = async (folder: string, name: string): Promise<WebFile> => {
  const type = typesByExtension[extname(name)]
  if (type === undefined) throw new Error(`${name}: add its type to pack-folder.ts.`)
  const content = readFileSync(join(folder, name))
  const digest = createHash("sha256").update(content).digest("base64url").slice(0, 22)
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length
      }
    })
  ])
  // The ETag is weak: it is the same for all encodings.
  return { path: `/${name}`, type, etag: `W/"${digest}"`, gzip: gzipped, brotli }
}
