import { ApiError, readApiError } from "./api-error.ts"
import { endpointAddress } from "./call.ts"
import { callerHeaders } from "./caller.ts"
import type { EndpointName, GroupName, Response } from "./contract.ts"
import { loadSentences } from "./error-sentences.ts"
import { withInterruptions } from "./interruptions.ts"
import { noteUnreachable } from "./reachability.ts"

interface Upload {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly form: FormData
  /** From 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

/** Sends files as a form and reports how much has left this machine, which only XMLHttpRequest can. Fails as `call` does. */
export const upload = <const G extends GroupName, const N extends EndpointName<G>>(
  group: G,
  name: N,
  { form, onProgress, signal, ...request }: Upload
): Promise<Response<G, N>> => {
  const [method, address] = endpointAddress(group, name, request)
  const sendOnce = () =>
    new Promise<Response<G, N>>((resolve, reject) => {
      const http = new XMLHttpRequest()
      http.open(method, address)
      for (const [header, value] of Object.entries(callerHeaders())) http.setRequestHeader(header, value)
      http.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 1 : loaded / total)
      http.onload = () => {
        if (http.status >= 200 && http.status < 300) {
          resolve((http.responseText === "" ? undefined : JSON.parse(http.responseText)) as Response<G, N>)
          return
        }
        const error = readApiError(http.status, http.getResponseHeader("x-request-id"), http.responseText)
        if (error.isOffline) noteUnreachable()
        void loadSentences().then(() => reject(error))
      }
      http.onerror = () => {
        noteUnreachable()
        reject(new ApiError({ status: 0, code: "offline" }))
      }
      signal?.addEventListener("abort", () => {
        http.abort()
        reject(signal.reason)
      })
      http.send(form)
    })
  return withInterruptions(sendOnce, { signal })
}
