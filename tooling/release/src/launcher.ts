/**
 * `main.js`, which runs `server.cjs` with the code that V8 made of it at an earlier start. It is kept once the
 * server runs, and so with the functions that V8 compiles when they are first called (ADR 61). V8 rejects
 * code of another version or of other flags, but knows a source by its length alone, hence the checksum over both. A folder that
 * cannot be written is no reason not to start. Threads take the folder of Node's cache from the environment.
 */
export const launcher = `import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createRequire, enableCompileCache } from "node:module"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { constants, Script } from "node:vm"
import { crc32 } from "node:zlib"

const isServer = process.argv[2] === "serve"
const folder = (process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "compile-cache"))
enableCompileCache(folder)
const isKept = !process.env.NODE_DISABLE_COMPILE_CACHE
const filename = join(import.meta.dirname, "server.cjs")
/** Other commands call few of the functions of a start, and should not load them. */
const keptFile = join(folder, isServer ? "server.cjs.serve" : "server.cjs.command")
const checksumBytes = 4

const readKept = (sourceChecksum) => {
  try {
    const kept = readFileSync(keptFile)
    const code = kept.subarray(checksumBytes)
    return kept.readUInt32LE(0) === crc32(code, sourceChecksum) ? code : undefined
  } catch {
    return undefined
  }
}

/** A server that has started keeps its heaps small by a flag; V8 rejects code that was kept under other flags than those of a start. */
const keep = (script, sourceChecksum) => {
  if (isServer) setFlagsFromString("--no-optimize-for-size")
  try {
    const code = script.createCachedData()
    const checksum = Buffer.alloc(checksumBytes)
    checksum.writeUInt32LE(crc32(code, sourceChecksum))
    mkdirSync(folder, { recursive: true })
    const unfinished = keptFile + "." + process.pid
    writeFileSync(unfinished, Buffer.concat([checksum, code]), { mode: 0o600 })
    renameSync(unfinished, keptFile)
  } catch {}
  if (isServer) setFlagsFromString("--optimize-for-size")
}

/** Soon after the start, because V8 drops the code of functions that are not called for a while; a shorter life keeps it at its end. */
const keepOnce = (script, sourceChecksum) => {
  const keepMillis = 5_000
  const atEnd = (code) => code === 0 && keep(script, sourceChecksum)
  process.once("exit", atEnd)
  setTimeout(() => {
    process.removeListener("exit", atEnd)
    keep(script, sourceChecksum)
  }, keepMillis).unref()
}

const compile = () => {
  const source = readFileSync(filename)
  const sourceChecksum = isKept ? crc32(source) : 0
  const cachedData = isKept ? readKept(sourceChecksum) : undefined
  const script = new Script(source.toString("latin1"), {
    filename,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  })
  const isUsed = cachedData !== undefined && !script.cachedDataRejected
  if (isKept && !isUsed) keepOnce(script, sourceChecksum)
  return script.runInThisContext()
}

const module = { exports: {} }
compile()(module.exports, createRequire(filename), module, filename, import.meta.dirname)
`

/** The text of a CommonJS module as the function that the launcher calls; strict, as the modules in it are. */
export const asFunction = (code: string): string =>
  `(function(exports,require,module,__filename,__dirname){"use strict";${code}\n})`
