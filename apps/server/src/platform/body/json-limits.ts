import type { JsonBounds } from "./scan-json.ts"

/** Largest JSON body, and part with JSON of a multipart body, where the endpoint allows no more. */
export const jsonBytesMax = 2 * 1024 * 1024

/** No endpoint takes JSON that is deeper. */
const nestingMax = 64

/** What is parsed and checked by the thread that answers requests: a few milliseconds. */
export const jsonBounds: JsonBounds = { nestingMax, valuesMax: 20_000 }

/** What is parsed in another thread: within its memory, and far more than the upload limit leaves room for in real content. */
export const largeJsonBounds: JsonBounds = { nestingMax, valuesMax: 2_000_000 }
