import { readFileSync, writeFileSync } from "node:fs"

/** How far the process grows above what it has before, in bytes. Linux only: the kernel knows the peak. Needs `--expose-gc`. */
export const grownMemory = (run: () => void): number => {
  globalThis.gc?.()
  writeFileSync("/proc/self/clear_refs", "5")
  const before = memoryOf("VmRSS")
  run()
  return memoryOf("VmHWM") - before
}

/** In bytes. */
const memoryOf = (name: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024

const fixedBytes = 50_000_000
const timesOfFile = 10

/** The memory that reading a file may take. */
export const memoryBytesMax = (fileBytes: number): number => fileBytes * timesOfFile + fixedBytes

/** The part of the limit for memory outside the heap: young garbage, the parser's code. The program itself lies in the heap as well. */
const outsideOfHeapBytes = 6_000_000

/** Flags of a process that reads a file of the size with as much heap as it may have. */
export const heapFlags = (fileBytes: number): ReadonlyArray<string> => {
  const heapMegabytes = Math.floor((memoryBytesMax(fileBytes) - outsideOfHeapBytes) / 1_000_000)
  return ["--expose-gc", `--max-old-space-size=${heapMegabytes}`, "--max-semi-space-size=4"]
}
