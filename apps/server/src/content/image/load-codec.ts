import { pathToFileURL } from "node:url"
import type Vips from "wasm-vips"

export type Codec = Awaited<ReturnType<typeof Vips>>
export type CodecImage = InstanceType<Codec["Image"]>
export type CodecSource = InstanceType<Codec["Source"]>

/**
 * WebAssembly counts memory in pages of 64 KiB. 384 MB: an ordinary image of the most pixels takes half of that; one that
 * has to be decoded whole (interlaced, progressive) may have 30 megapixels.
 */
const memoryPagesMax = 6_144

/** libvips, for a thread of its own: it limits what WebAssembly may take in the whole thread. ADR 10. */
export const loadCodec = async (file: string): Promise<Codec> => {
  limitMemory()
  const { default: load } = (await import(pathToFileURL(file).href)) as { readonly default: typeof Vips }
  const codec = await load({
    // What belongs to formats that are refused.
    dynamicLibraries: [],
    // What it says is in the answer as well, and would go past our log.
    printErr: () => {},
    preRun: [(module) => Object.assign((module as Codec & { readonly ENV: object }).ENV, { VIPS_WARNING: "1" })]
  })
  codec.blockUntrusted(true)
  codec.concurrency(1)
  // The same image does not come twice.
  codec.Cache.max(0)
  return codec
}

interface MemoryDescriptor {
  readonly initial: number
  readonly maximum: number
  readonly shared: boolean
}

type MemoryClass = new (descriptor: MemoryDescriptor) => object

/** The codec asks for memory that may grow to 2 GB, whatever is decoded. */
const limitMemory = (): void => {
  const assembly = (globalThis as unknown as { readonly WebAssembly: { Memory: MemoryClass } }).WebAssembly
  const Memory = assembly.Memory
  assembly.Memory = class extends Memory {
    constructor(descriptor: MemoryDescriptor) {
      super({ ...descriptor, maximum: Math.min(descriptor.maximum, memoryPagesMax) })
    }
  }
}
