import { pathToFileURL } from "node:url"
import type Vips from "wasm-vips"

export type Codec = Awaited<ReturnType<typeof Vips>>
export type CodecImage = InstanceType<Codec["Image"]>
export type CodecSource = InstanceType<Codec["Source"]>

/**
 * In WebAssembly pages of 64 KiB: 384 MB. An image with the most pixels takes half of that; an interlaced or progressive
 * image, which is decoded as a whole, may have 30 megapixels.
 */
const memoryPagesMax = 6_144

/** Loads libvips, in a thread of its own: the memory limit holds for all WebAssembly of the thread (ADR 10). */
export const loadCodec = async (file: string): Promise<Codec> => {
  limitMemory()
  const { default: load } = (await import(pathToFileURL(file).href)) as { readonly default: typeof Vips }
  const codec = await load({
    // Needed only by formats that are rejected.
    dynamicLibraries: [],
    // The result has the same messages; stderr would bypass the log.
    printErr: () => {},
    preRun: [(module) => Object.assign((module as Codec & { readonly ENV: object }).ENV, { VIPS_WARNING: "1" })]
  })
  codec.blockUntrusted(true)
  codec.concurrency(1)
  // Every image is decoded once, so a cache would only take memory.
  codec.Cache.max(0)
  return codec
}

interface MemoryDescriptor {
  readonly initial: number
  readonly maximum: number
  readonly shared: boolean
}

type MemoryClass = new (descriptor: MemoryDescriptor) => object

/** The codec asks for memory that may grow to 2 GB, whatever it decodes. */
const limitMemory = (): void => {
  const assembly = (globalThis as unknown as { readonly WebAssembly: { Memory: MemoryClass } }).WebAssembly
  const Memory = assembly.Memory
  assembly.Memory = class extends Memory {
    constructor(descriptor: MemoryDescriptor) {
      super({ ...descriptor, maximum: Math.min(descriptor.maximum, memoryPagesMax) })
    }
  }
}
