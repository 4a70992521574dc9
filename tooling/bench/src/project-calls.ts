/** Requests to one project of a server of the benchmarks. */
export interface ProjectCalls {
  /** Fails unless the response is a success; `path` is below the project. */
  readonly send: (method: string, path: string, body?: object | FormData) => Promise<string>
  /** Milliseconds of one request until its last byte. */
  readonly time: (method: string, path: string, body?: object | FormData) => Promise<number>
}

export const projectCalls = (baseUrl: string, projectId: number, apiKey: string): ProjectCalls => {
  const send: ProjectCalls["send"] = async (method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${baseUrl}/v2/projects/${projectId}/${path}`, {
      method,
      headers: { "x-api-key": apiKey, ...(body === undefined || isForm ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
    return text
  }
  return {
    send,
    time: async (...request) => {
      const startedAt = performance.now()
      await send(...request)
      return performance.now() - startedAt
    }
  }
}
